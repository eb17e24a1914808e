"""Shows how people voted in a finished match, in a private table that can be posted publicly."""

from cogs.texts.ballots import votes_text
from cogs.ui.actions import Example, control
from cogs.ui.acts.advice import await_advice
from cogs.ui.context import Context
from cogs.wire.controls import Controls, button
from matches.ballots import BallotReview


@control("votes", example=Example("vote over"))
async def show_votes(context: Context) -> None:
    """Show which votes were best, and who cast them.

    The first call for a match takes many seconds.
    """
    review = await _review(context)
    post = button("Post it here", "votes-post", review.match.id, review.match.rev, style="primary")
    await context.tell(votes_text(review), Controls(post), panel=("votes", review.match.id))


@control("votes-post", example=Example("vote over", writes="shared"))
async def post_votes(context: Context) -> None:
    review = await _review(context, public=True)
    with context.to_everybody():
        named = {*(voter.person_id for voter in review.shown), *(player.id for player in review.match.players)}
        await context.publish(votes_text(review), None, people=named)


async def _review(context: Context, *, public: bool = False) -> BallotReview:
    await context.service.advice.to_review(context.subject)
    judging = context.service.ballots.review(context.subject, context.me.id, context.guild_id, public=public)
    return await await_advice(context, "review", context.subject, judging)
