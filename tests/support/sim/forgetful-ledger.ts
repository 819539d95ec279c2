import type {
  InsertQueryNode,
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  SelectQueryNode,
  UnknownRow,
} from 'kysely';

type QueryId = PluginTransformQueryArgs['queryId'];

/** A ledger of keys that does not know every key it was told: it stands between the core and its database. */
export class Forgetful implements KyselyPlugin {
  private readonly asked = new WeakSet<QueryId>();
  private readonly written: string[] = [];
  private readonly forgets: (key: string, written: readonly string[]) => boolean;

  constructor(forgets: (key: string, written: readonly string[]) => boolean) {
    this.forgets = forgets;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (node.kind === 'SelectQueryNode' && isLookUp(node)) this.asked.add(queryId);
    if (node.kind !== 'InsertQueryNode' || node.into?.table.identifier.name !== 'operations') return node;
    this.written.push(...keysIn(node));
    // Nothing forbids the second row of a key where nobody looks for the first.
    return { ...node, replace: true };
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    if (!this.asked.has(queryId)) return result;
    return { ...result, rows: result.rows.filter((row) => !this.forgets(String(row['key']), this.written)) };
  }
}

/** The core asks for the whole row of a key, and of nothing else. */
const isLookUp = ({ from, selections }: SelectQueryNode): boolean => {
  const [table] = from?.froms ?? [];
  return (
    table?.kind === 'TableNode' &&
    JSON.stringify(table).includes('"operations"') &&
    selections?.[0]?.selection.kind === 'SelectAllNode'
  );
};

function keysIn({ columns, values }: InsertQueryNode): string[] {
  const place = columns?.findIndex(({ column }) => column.name === 'key') ?? -1;
  const rows = (values as unknown as { readonly values: readonly { readonly values: readonly unknown[] }[] }).values;
  return rows.map((row) => String(row.values[place]));
}
