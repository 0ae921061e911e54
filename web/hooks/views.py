"""Which other programs are told, and how that goes."""

from typing import Annotated, Any

from web.api.operations import ApiRoom, Count, array, document, letters, one_of
from web.api.refused import Refused
from web.context import desk
from web.hooks.hooks import KINDS, Hook, Hooks, Reach, places_of
from web.hooks.sender import Telling

blueprint = ApiRoom("hooks", 409)

Kinds = Annotated[list[str], array(one_of(*KINDS), 1, len(KINDS))]
_HOOK = {
    **{"id": str, "address": str, "kinds": Kinds},
    **{"sent": Count, "given_up": Count, "trouble": str},
}


def _telling() -> Telling:
    found = desk().telling
    if found is None or found.reach is Reach.OFF:
        raise Refused(409, "expected a table that was started with --webhooks", "hooks-off")
    return found


def _hooks() -> Hooks:
    return _telling().hooks


def _document(hook: Hook) -> dict[str, Any]:
    sender = _telling().senders.get(hook.id)
    return {
        "id": hook.id,
        "address": hook.address,
        "kinds": list(hook.kinds),
        "sent": 0 if sender is None else sender.sent,
        "given_up": 0 if sender is None else sender.given_up,
        "trouble": "" if sender is None else sender.trouble,
    }


@blueprint.referee("GET /api/webhooks", document(webhooks=[document(_HOOK)]), errors=(409,))
def webhooks() -> Any:
    """The addresses that are told, and how that goes."""
    return {"webhooks": [_document(one) for one in _hooks().all]}


@blueprint.referee("POST /api/webhooks", document(**_HOOK, secret=str))
def add_webhook(address: Annotated[str, letters(500, 8)], kinds: Kinds) -> Any:
    """Tell an address of every ruling or moment, signed: `Turbo-Signature: t=TIME,v1=HEX`, where
    HEX is HMAC-SHA256 over `TIME.BODY` with the secret, which is told once."""
    telling, told = _telling(), tuple(dict.fromkeys(kinds))
    # Only to be checked: what is no address is not looked up on the network.
    Hook("", address, told, "")
    # Who types an address of the house learns it now, and not by words that never arrive.
    places_of(address, telling.reach)
    hook = telling.hooks.add(address, told)
    telling.follow()
    return {**_document(hook), "secret": hook.secret}


@blueprint.referee("POST /api/webhooks/<hook>/remove")
def remove_webhook(hook: str) -> None:
    """Tell this address no more."""
    if not _hooks().remove(hook):
        raise Refused(404, "expected the id of a webhook", "not-found")
    _telling().follow()
