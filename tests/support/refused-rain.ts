/** Rain that the server refused, as the office is told of it. */
export const refusedRain = {
  id: 'key-2',
  author: { id: 'juan', first_name: 'juan', last_name: 'gómez' },
  type: 'RAIN',
  method: 'POST',
  path: '/api/movement/weather/rain/ombu',
  body: { date: '2026-11-04', mm: 2200, cid: 'thing-1', offline: true },
  code: 'INVALID_BODY',
  message: 'Revisá los datos marcados',
  issues: [],
  recorded_at: null,
  received_at: '2026-11-05T12:00:00.000Z',
  from_lost_phone: false,
};
