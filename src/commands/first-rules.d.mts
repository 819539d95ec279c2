export function firstRules(css: string, html: string): string;
