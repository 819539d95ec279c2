const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const doctorSentences = {
  looked: (place: string, farms: number, movements: number, lines: number, cells: number): string =>
    `Revisé ${place}: ${count(farms, 'organización', 'organizaciones')}, ${count(movements, 'movimiento', 'movimientos')}, ` +
    `${count(lines, 'renglón', 'renglones')} y ${count(cells, 'saldo', 'saldos')}.`,
  allWell: 'Todo está en orden: los saldos coinciden, nada quedó suelto y no falta ningún cambio.',
  found: (problems: number): string => `Encontré ${count(problems, 'problema', 'problemas')}:`,
  moreLike: (rest: number): string => `… y ${rest} más`,
  nothingThere: (place: string): string => `No hay ninguna base de datos en ${place}`,
  otherVersion: 'La base de datos es de otra versión: iniciá el servidor una vez con esta y probá de nuevo',
  noFarm: 'Sin organización',
  sum: (cell: string, added: number, kept: number): string =>
    `el saldo ${cell} dice ${kept} y sus renglones suman ${added}`,
  line: (movement: string): string => `hay un renglón del movimiento ${movement}, que no está o se eliminó`,
  stock: (asset: string, added: string, kept: string): string =>
    `el stock del insumo ${asset} dice ${kept} y sus renglones suman ${added}`,
  stockLine: (movement: string): string =>
    `hay un renglón de insumos del movimiento ${movement}, que no está o se eliminó`,
  child: (movement: string): string => `el movimiento ${movement} quedó sin el que lo originó`,
  feed: (commits: number, last: number, seq: number): string =>
    `la secuencia va por ${seq}, y hay ${count(commits, 'cambio numerado', 'cambios numerados')} hasta el ${last}`,
  change: (seq: number, table: string, row: string): string =>
    `el cambio ${seq} nombra ${row} de ${table}, que no está`,
  hidden: (seq: number, table: string, row: string): string =>
    `el cambio ${seq} de ${row} de ${table} no se encuentra desde su fila`,
  answer: (key: string, seq: number): string => `la respuesta al envío ${key} nombra el cambio ${seq}, que no está`,
  reference: (table: string, column: string, id: string): string =>
    `${table}.${column} nombra ${id}, que no está en la organización`,
  history: (movement: string): string => `al historial del movimiento ${movement} le falta una edición`,
  invoice: (invoice: string): string => `la factura ${invoice} no coincide con sus pagos, su número o sus movimientos`,
  file: (file: string): string => `el archivo ${file} no está en la carpeta de archivos, o no está entero`,
  owner: 'no tiene ningún dueño',
} as const;
