"""What may have happened at the table: a few weighted hypotheses, updated by every input.

`hypothesis`: one whole story. `acts`: what people may have done since. `model`: how surprising that
is; `neighbours`: what lies beside what; `measurement`: what it costs to explain a detection by a
die. `assignment`: the cheapest ways to share them out. `explain`: acts times assignments, weighed,
merged and pruned; `outcome`: a hypothesis after an act. `hear`: what each input does; `disorder`:
past what lay about; `follow`: what the match makes of what was told. `tell`: what a hypothesis has
to tell next, of `throws` and of `turns`, at a `moment`; `decide`: whether nearly all of the weight
tells it. `reasons`: why. `view`: the same as the words and the page know a table. `state`: what is
kept between two inputs.
"""
