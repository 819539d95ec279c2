export type Finding = { readonly organizationId: string } & (
  | { readonly kind: 'sum'; readonly cell: string; readonly added: number; readonly kept: number }
  | { readonly kind: 'line'; readonly movement: string }
  | { readonly kind: 'stock'; readonly asset: string; readonly added: string; readonly kept: string }
  | { readonly kind: 'stock-line'; readonly movement: string }
  | { readonly kind: 'child'; readonly movement: string }
  | { readonly kind: 'feed'; readonly commits: number; readonly last: number; readonly seq: number }
  | { readonly kind: 'change'; readonly seq: number; readonly table: string; readonly row: string }
  | { readonly kind: 'hidden'; readonly seq: number; readonly table: string; readonly row: string }
  | { readonly kind: 'answer'; readonly key: string; readonly seq: number }
  | { readonly kind: 'reference'; readonly table: string; readonly column: string; readonly id: string }
  | { readonly kind: 'history'; readonly movement: string }
  | { readonly kind: 'invoice'; readonly invoice: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'owner' }
);
