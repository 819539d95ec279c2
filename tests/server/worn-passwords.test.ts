import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { limits } from '../../src/domain/limits.ts';
import { isCommonPassword } from '../../src/server/accounts/people/passwords.ts';

const own = ['Gabriela', 'Pérez', 'gabi.perez', 'La Esperanza', 'Esperanza'];

describe('A password is refused that everybody would try first', () => {
  test.each([
    ['a word of everybody’s', ['contraseña', 'password', 'bienvenido', 'qwertyuiop', 'teamo']],
    ['a word of the farm', ['tranquera', 'Ternero', 'braford', 'VAQUILLONA', 'feedlot']],
    ['with figures around it', ['campo2026', '2026campo', 'boca1905', '12toros34', 'Messi10']],
    [
      'with figures and signs in place of letters',
      ['P4ssw0rd', 'p@ssw0rd', 'v4c4s!2026', 'C4mp0', '7r4nqu3r4', 'B0ca!!'],
    ],
    ['said twice', ['vacavaca', 'hola2026hola2026', 'tequierotequiero', 'torotoro12']],
    ['with spaces and accents', ['te quiero', 'Contra Seña', 'contraséña 1']],
    ['the person’s, or the farm’s', ['Gabriela2026', 'laesperanza', '3sp3r4nz4', 'perezperez', 'GabiPerez1']],
    ['of one sign, or two', ['aaaaaaaaa', 'abababab', '--------', '1111111111']],
    ['of figures in their order', ['12345678', '0123456789', '987654321', '34567890']],
  ])('%s', (_what, passwords) => {
    expect(passwords.filter((password) => !isCommonPassword(password, own))).toEqual([]);
  });
});

describe('The passwords that leaked most in the whole world', () => {
  const listed = dictionary['passwords-common'].map(String).filter((word) => word.length >= limits.passwordMinLength);

  test('are refused, far more than three thousand of those that are long enough, as they are and dressed up', () => {
    expect(listed.length).toBeGreaterThan(3000);
    expect(listed.filter((word) => !isCommonPassword(word, own))).toEqual([]);
    const dressed = ['starwars99', 'Liverpool!', 'mustang1967', 'blink182', 'jordan23', 'cheyenne', 'samsung2020'];
    expect(dressed.filter((word) => !isCommonPassword(word, own))).toEqual([]);
  });

  test('never travel to the app: what judges them is the server’s', async () => {
    const app = await readdir('src/app', { recursive: true });
    const sources = app.filter((name) => /\.tsx?$/.test(name)).map((name) => readFile(join('src/app', name), 'utf8'));
    expect((await Promise.all(sources)).filter((text) => text.includes('zxcvbn'))).toEqual([]);
  });
});

describe('A password is taken', () => {
  test.each([
    'la tranquera azul 7',
    'ombú viejo con hormigas',
    'x7Kp-22qLw',
    'vacas que cruzan el río',
    'Terneros y 4 molinos',
    '🐄🐄 ñandú 64 letras',
    'campo20262026',
    '8203-5518-9917',
  ])('%s', (password) => {
    expect(isCommonPassword(password, own)).toBe(false);
  });
});
