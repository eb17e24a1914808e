/** Discord's Markdown as DOM nodes: the blocks (lines, quotes, lists, code, headers, subtext). */

import { h } from "./dom.js";
import { inline } from "./markdown-inline.js";

const FENCE = /```(?:([\w+#.-]+)\n)?\n*([^]*?)\n*```/y;
const HEADER = /^(#{1,3})[ \t]+(\S.*)$/;
const SUBTEXT = /^-#[ \t]+(\S.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.)[ \t]+(\S.*)$/;

/** Discord's Markdown as a list of nodes; `names` resolves mentions (see `Names`). */
export function markdown(text, names) {
  return blocks(text, names, false);
}

/** Text with inline Markdown only, as in the titles of embeds. */
export function oneLine(text, names) {
  return inline(text, names);
}

function blocks(text, names, quoted) {
  const nodes = [];
  let line = [];
  const closeLine = () => {
    if (line.length) nodes.push(h("span.line", line));
    line = [];
  };
  let at = 0;
  while (at < text.length) {
    const end = endOfLine(text, at);
    const row = text.slice(at, end);
    const block = blockAt(text, at, row, names, quoted);
    if (block) {
      closeLine();
      nodes.push(block.node);
      at = block.end;
      if (text[at] === "\n") at += 1;
      continue;
    }
    const fence = row.indexOf("```");
    if (fence > 0 && match(FENCE, text, at + fence)) {
      line.push(...inline(row.slice(0, fence), names));
      at += fence;
      continue;
    }
    const paragraph = paragraphFrom(text, at, quoted);
    line.push(...inline(text.slice(at, paragraph), names));
    closeLine();
    at = paragraph + 1;
  }
  closeLine();
  return nodes;
}

function blockAt(text, at, row, names, quoted) {
  const fence = match(FENCE, text, at);
  if (fence) return { node: code(fence[1], fence[2]), end: at + fence[0].length };
  if (!quoted && row.startsWith(">>> ")) {
    return { node: h("blockquote", blocks(text.slice(at + 4), names, true)), end: text.length };
  }
  if (!quoted && isQuote(row)) return quote(text, at, names);
  const header = HEADER.exec(row);
  if (header)
    return {
      node: h(`h${header[1].length + 2}.h${header[1].length}`, inline(header[2], names)),
      end: at + row.length,
    };
  const subtext = SUBTEXT.exec(row);
  if (subtext) return { node: h("small.subtext", inline(subtext[1], names)), end: at + row.length };
  if (ITEM.test(row)) return list(text, at, names);
  return null;
}

function quote(text, at, names) {
  const rows = [];
  while (at < text.length) {
    const end = endOfLine(text, at);
    const row = text.slice(at, end);
    if (!isQuote(row)) break;
    rows.push(row.slice(2));
    at = end + 1;
  }
  return { node: h("blockquote", blocks(rows.join("\n"), names, true)), end: Math.min(at - 1, text.length) };
}

function list(text, at, names) {
  const open = [];
  let root = null;
  let end = at;
  while (at < text.length) {
    const stop = endOfLine(text, at);
    const item = ITEM.exec(text.slice(at, stop));
    if (!item) break;
    const [, { length: indent }, mark, words] = item;
    const numbered = mark.length > 1;
    while (open.length > 1 && open.at(-1).indent > indent) open.pop();
    if (open.length === 1 && indent <= open[0].indent && numbered !== open[0].numbered) break;
    if (!open.length || indent > open.at(-1).indent + 1) {
      const made = h(numbered ? "ol" : "ul", numbered ? { start: Number.parseInt(mark, 10) } : {});
      if (open.length) open.at(-1).element.lastElementChild.append(made);
      root ??= made;
      open.push({ indent, numbered, element: made });
    }
    open.at(-1).element.append(h("li", inline(words, names)));
    end = stop;
    at = stop + 1;
  }
  return { node: root, end };
}

function code(language, text) {
  return h("pre", { tabindex: "0" }, h("code", language ? { dataset: { language } } : {}, text));
}

function paragraphFrom(text, at, quoted) {
  let end = endOfLine(text, at);
  while (end < text.length) {
    const next = end + 1;
    const stop = endOfLine(text, next);
    const row = text.slice(next, stop);
    const block =
      HEADER.test(row) || SUBTEXT.test(row) || ITEM.test(row) || (!quoted && (isQuote(row) || row.startsWith(">>> ")));
    if (block || row.includes("```")) break;
    end = stop;
  }
  return end;
}

const isQuote = (row) => row.startsWith("> ") || row === ">";

function endOfLine(text, at) {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
