"""Add a language

All sentences stand in catalogues that translators know (gettext). One file more is a language more:
here a catalogue of two messages in a folder of its own; a real one begins as a copy of `en.po`.
"""

from pathlib import Path

from turbo.i18n.catalogue import read_po
from turbo.i18n.languages import LOCALE

source = {one.key: one for one in read_po(LOCALE / "en.po")}
spanish = {"word.legal": "válida", "word.run": "escalera"}
blocks = ['msgid ""\nmsgstr ""\n"Language: es\\n"\n"X-Name: Español\\n"\n']
for key, said in spanish.items():
    blocks.append(f'msgctxt "{key}"\nmsgid "{source[key].source[0]}"\nmsgstr "{said}"\n')
Path("es.po").write_text("\n".join(blocks))
for one in read_po(Path("es.po")):
    print(one.key or "header", *one.forms[:1] if one.key else ())

# > header
# > word.legal válida
# > word.run escalera
