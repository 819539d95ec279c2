interface QueryParameter {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const text = (name: string): QueryParameter => ({ name, schema: { type: 'string' } });
const day = (name: string): QueryParameter => ({ name, schema: { type: 'string', format: 'date' } });
const whole = (name: string): QueryParameter => ({ name, schema: { type: 'integer', minimum: 0 } });

const pages = [text('cursor'), whole('limit')];

/** Query parameters by call (wire.md §Movements, §Sync). */
export const queryParameters: Readonly<Record<string, readonly QueryParameter[] | undefined>> = {
  movements: [text('type'), day('from'), day('to'), text('lot_id'), text('rodeo_id'), ...pages],
  cycles: pages,
  invoices: pages,
  notes: pages,
  tasks: pages,
  conversations: pages,
  conversation: pages,
  pull: [whole('since'), text('mark'), text('epoch'), text('sight'), whole('limit'), whole('digest')],
  snapshot: [text('page'), whole('segments')],
  deleteMovement: [whole('offline')],
};
