// The rules of a document's first frame (decision 78): of the build's sheets those that can reach what stands in it.
import { parse } from 'postcss';

/** What is within brackets says more of a part, or what it is not: the part is told by the rest. */
const withoutBrackets = (selector) => {
  let text = selector;
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(/\([^()]*\)/g, '');
  }
  return text.replace(/\[[^\]]*\]/g, '');
};

const namesIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

/** Classes, ids and elements of a document, as selectors write them. */
const namesOf = (html) => ({
  classes: new Set(namesIn(html, /\sclass="([^"]*)"/g).flatMap((value) => value.split(/\s+/))),
  ids: new Set(namesIn(html, /\sid="([^"]*)"/g)),
  elements: new Set(namesIn(html, /<([a-z]\w*)/g)),
});

const canReach =
  ({ classes, ids, elements }) =>
  (selector) => {
    if (
      /:(?:hover|active|focus[\w-]*|disabled|checked|invalid|popover-open)\b|::(?:backdrop|placeholder)/.test(selector)
    )
      return false;
    const text = withoutBrackets(selector);
    return (
      namesIn(text, /\.([\w-]+)/g).every((name) => classes.has(name)) &&
      namesIn(text, /#([\w-]+)/g).every((name) => ids.has(name)) &&
      namesIn(text, /(?:^|[\s>+~,])([a-z]\w*)/g).every((name) => elements.has(name))
    );
  };

const isElsewhere = ({ name, params }) => name === 'media' && /^print$|\(hover/.test(params);

/** Rules by what they are for; what holds no rule goes too. */
function keepReachable(root, html) {
  const reaches = canReach(namesOf(html));
  root.walkAtRules((rule) => void (isElsewhere(rule) && rule.remove()));
  root.walkRules((rule) => {
    if (rule.parent.name === 'keyframes') return;
    const kept = rule.selectors.filter(reaches);
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  });
  root.walkAtRules((rule) => void (rule.nodes?.length === 0 && rule.remove()));
}

/** Movements that no rule makes any more. */
function dropUnused(root) {
  const used = new Set();
  root.walkDecls(/^animation/, ({ value }) => void value.split(/[\s,]+/).forEach((word) => used.add(word)));
  root.walkAtRules('keyframes', (rule) => void (!used.has(rule.params) && rule.remove()));
}

/**
 * The rules of `css` that can reach a part of `html`, in their order; a state that only a person brings about is left to the sheets. Rather one
 * too many: what a bracket says (`:not`, `:is`, an attribute) is not looked at.
 */
export function firstRules(css, html) {
  const root = parse(css);
  keepReachable(root, html);
  dropUnused(root);
  return root.toString();
}
