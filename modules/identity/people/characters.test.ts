import { expect, test } from 'vitest'
import { isPlainLoginid, isPlainName } from './characters.shared.ts'

test.each([
  ['Latin', 'maria.lopez+school@example.com'],
  ['Latin with accents', 'José Núñez-O’Brien'],
  ['Cyrillic', 'мария77'],
  ['Greek', 'γιώργος'],
  ['Arabic', 'مريم'],
  ['Hindi', 'हिन्दी'],
  ['Korean with Latin', '김민준kim'],
  ['Japanese with Latin', '田中さくらt'],
  ['digits and signs alone', '2026-11'],
])('accepts a login id in %s', (_what, loginid) => {
  expect(isPlainLoginid(loginid)).toBe(true)
})

test.each([
  ['a Cyrillic letter among Latin ones', 'аdmin@example.com'],
  ['a Greek letter among Latin ones', 'αdmin@example.com'],
  ['Cyrillic letters that read as a Latin word', 'сосо'],
  ['Cyrillic capitals that read as a Latin word', 'СОРЕ'],
  ['Greek letters that read as a Latin word', 'ρατο'.replaceAll('α', 'ο')],
  ['a script that is not used here', 'ᎪᎠᎷ'],
  ['a zero width space', 'ad\u200bmin'],
  ['a zero width joiner', 'ad\u200dmin'],
  ['a soft hyphen', 'ad\u00admin'],
  ['a byte order mark', '\ufeffadmin'],
  ['a change of direction', 'ad\u202enim'],
  ['a variation selector', 'admin\ufe0f'],
  ['a Hangul filler', 'admin\u3164'],
  ['an empty Braille pattern', 'admin\u2800'],
  ['a tag character', 'admin\u{e0061}'],
  ['a character for private use', 'admin\ue000'],
  ['half a pair', 'admin\ud800'],
  ['full width emails', 'ａdmin'],
  ['mathematical emails', '𝐚dmin'],
  ['a ligature', 'ﬁona'],
  ['a space that does not break', 'ana\u00a0lee'],
  ['digits of another script', 'admin٣'],
  ['a sign that looks like a letter', 'stud℮nt'],
  ['a small capital of phonetic writing', 'ꜱtudent'],
  ['a line through a letter', 'stu\u0335dent'],
  ['marks piled on a letter', `admin${'\u0301'.repeat(4)}`],
  ['Cyrillic after a Latin address', 'maria@exаmple.com'],
])('refuses a login id with %s', (_what, loginid) => {
  expect(isPlainLoginid(loginid)).toBe(false)
})

test.each([
  'María José',
  'Mª José',
  'O’Brien-Núñez',
  "Kalaniʻōpuʻu D'Angelo",
  'Nguyễn Thị Ánh',
  'Мария López',
  '田中 さくら',
  '',
])('accepts %j as a name', (name) => {
  expect(isPlainName(name)).toBe(true)
})

test.each([
  ['a Cyrillic letter', 'Mаria'],
  ['marks piled on a letter', `Eve${'\u0301'.repeat(4)}`],
  ['a zero width space', 'Ma\u200bria'],
  ['a change of direction', 'Maria\u202e'],
  ['a line break', 'Maria\nLópez'],
  ['mathematical emails', '𝐌aria'],
  ['a Greek letter after a hyphen', 'Ana-Mαria'],
])('refuses a name with %s', (_what, name) => {
  expect(isPlainName(name)).toBe(false)
})
