export declare const firstStyles: (sheets: readonly string[], markup: string) => string;
