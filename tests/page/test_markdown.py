"""Discord's Markdown, rule by rule, as the page draws it."""

from tests.page.puppet import Puppet

DRAW = """async (text) => {
  const { markdown } = await import("/page/static/markdown.js");
  const channel = (id) => (id === "5" ? "games" : null);
  const names = { user: (id) => "User" + id, channel, command: (key) => key, open() {} };
  const box = document.createElement("div");
  box.append(...markdown(text, names));
  for (const node of box.querySelectorAll("*")) {
    const dull = [...node.attributes].filter(({ name }) => !["href", "start", "data-language"].includes(name));
    dull.forEach(({ name }) => node.removeAttribute(name));
  }
  return box.innerHTML.replaceAll("<span>", "[").replaceAll("</span>", "]");
}"""

RULES = {
    "two stars are bold": ("a **b** c", "[a <strong>b</strong> c]"),
    "one star or underscore is italic": ("*a* _b_", "[<em>a</em> <em>b</em>]"),
    "three stars are both": ("***a***", "[<strong><em>a</em></strong>]"),
    "two underscores underline": ("__a__", "[<u>a</u>]"),
    "two tildes strike": ("~~a~~", "[<s>a</s>]"),
    "marks nest": ("**a *b* ~~c~~**", "[<strong>a <em>b</em> <s>c</s></strong>]"),
    "an underscore inside a word is plain": ("snake_case_name", "[snake_case_name]"),
    "a star between spaces is plain": ("2 * 3 * 4", "[2 * 3 * 4]"),
    "an unclosed mark is plain": ("**a", "[**a]"),
    "a backslash keeps a mark": (r"\*a\* \_b\_ \<@1>", "[*a* _b_ &lt;@1&gt;]"),
    "code keeps its marks": ("`**a**`", "[<code>**a**</code>]"),
    "two backticks may hold one": ("``a`b``", "[<code>a`b</code>]"),
    "a fence is a block with its language": (
        "a\n```py\nx = 1\n```\nb",
        '[a]<pre><code data-language="py">x = 1</code></pre>[b]',
    ),
    "markup in a fence is text": ("```<b>```", "<pre><code>&lt;b&gt;</code></pre>"),
    "a quote ends with its lines": ("> a\n> b\nc", "<blockquote>[a<br>b]</blockquote>[c]"),
    "three signs quote the rest": (">>> a\nb", "<blockquote>[a<br>b]</blockquote>"),
    "a sign without a space is plain": (">a", "[&gt;a]"),
    "number signs are headers": ("# a\n## b\n### c", "<h3>a</h3><h4>b</h4><h5>c</h5>"),
    "four number signs are plain": ("#### a", "[#### a]"),
    "subtext is small": ("-# a *b*", "<small>a <em>b</em></small>"),
    "lists nest": ("- a\n- b\n  - c", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>"),
    "a numbered list starts where it says": ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
    "two kinds of list are two lists": ("- a\n1. b", '<ul><li>a</li></ul><ol start="1"><li>b</li></ol>'),
    "line breaks stay": ("a\n\nb", "[a<br><br>b]"),
    "a spoiler is hidden": ("||a||", "[[[a]]]"),
    "a user is mentioned by name": ("<@7> <@!8>", "[[@User7] [@User8]]"),
    "a channel is mentioned by name": ("<#5> <#6>", "[<button>#games</button> [#unknown]]"),
    "a command is mentioned": ("</konane move:1>", "[[/konane move]]"),
    "a link has its text": ("[a *b*](https://x.org/y)", '[<a href="https://x.org/y">a <em>b</em></a>]'),
    "a bare address is a link without its full stop": (
        "see https://x.org/a_b_c.",
        '[see <a href="https://x.org/a_b_c">https://x.org/a_b_c</a>.]',
    ),
    "an address in signs is a link": ("<https://x.org>", '[<a href="https://x.org">https://x.org</a>]'),
    "a link to a message of Discord leads there in the page": (
        "[board](https://discord.com/channels/1/5/9) https://discord.com/channels/@me/5",
        "[<button>board</button> <button>#games</button>]",
    ),
    "only web addresses are links": ("[a](javascript:alert(1))", "[[a](javascript:alert(1))]"),
    "markup is text": ("<img src=x onerror=alert(1)>", "[&lt;img src=x onerror=alert(1)&gt;]"),
    "a time in a style": ("<t:1799999000:t>", "[<time>07:43</time>]"),
    "a relative time": ("<t:1800003600:R>", "[<time>in 1 hour</time>]"),
    "a relative time is rounded": ("<t:1800258000:R>", "[<time>in 3 days</time>]"),
    "a time that has passed": ("<t:1799913600:R>", "[<time>1 day ago</time>]"),
}


async def test_markdown(puppet: Puppet) -> None:
    await puppet.open()
    drawn = {rule: await puppet.page.evaluate(DRAW, text) for rule, (text, _) in RULES.items()}
    assert drawn == {rule: expected for rule, (_, expected) in RULES.items()}
