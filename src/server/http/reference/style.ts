/** The look of the reference page: a file of its own, because the page's policy lets no style stand inside it. */
export const referenceStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 small { font-weight: normal; opacity: .7; }
h2 { margin: 2rem 0 .5rem; border-bottom: 2px solid currentColor; }
h4 { margin: 1rem 0 .25rem; }
details { border-bottom: 1px solid #8886; padding: .25rem 0; }
summary { cursor: pointer; min-height: 2.5rem; padding: .5rem 0; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 4.5rem; }
summary span { opacity: .8; }
table { border-collapse: collapse; width: 100%; }
td { border-top: 1px solid #8884; padding: .25rem .5rem .25rem 0; vertical-align: top; overflow-wrap: anywhere; }
@media print { details > * { display: block; } }
`;
