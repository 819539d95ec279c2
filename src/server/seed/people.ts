/** The program prints these passwords at every start. */
export const demoPeople = {
  owner: {
    email: 'laura@tranquera.demo',
    password: 'mate-bajo-el-ombu-7',
    first_name: 'Laura',
    last_name: 'Etcheverry',
    phone: '+5492494551201',
  },
  hand: {
    email: 'martin@tranquera.demo',
    password: 'recorrida-al-alba-7',
    first_name: 'Martín',
    last_name: 'Sosa',
    phone: '+5492494551202',
  },
} as const;
