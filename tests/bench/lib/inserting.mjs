/** Puts rows of any columns, as many as the table has today. */
export function inserting(database, table, example) {
  const names = Object.keys(example);
  const columns = names.map((name) => `"${name}"`).join();
  const places = names.map(() => '?').join();
  return database.prepare(`insert into ${table} (${columns}) values (${places})`);
}
