import { expect, test } from 'vitest'
import { readTranslationFile } from './read-translation-file.ts'
import { writeXliff } from './xliff.ts'

const lines = [
  { key: 'a/b:c.d', english: 'Hi {name} & <you>', translation: 'Salut {name} & "toi"\n', state: 'approved' },
  { key: 'e', english: ' two  blanks ', translation: 'صفر', state: 'review' },
  { key: 'f', english: 'Open', translation: '', state: 'untranslated' },
]

test('reads back exactly what was written', () => {
  const file = writeXliff('fr-ca', lines)
  expect(file).toContain('srcLang="en-US" trgLang="fr-CA"')
  expect(readTranslationFile(file)).toEqual(lines)
  expect(readTranslationFile(`\ufeff${file.replaceAll('\n', '\r\n')}`)?.map(({ key }) => key)).toEqual([
    'a/b:c.d',
    'e',
    'f',
  ])
})

const unit = (target: string) => `<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="fr"><file id="f"><group id="g">
<unit id="1" name="k"><segment state="reviewed"><source>Hi <ph id="1" equiv="{name}"/>!</source><target>${target}</target></segment>
</unit></group></file></xliff>`

test('reads protected placeholders, inline marks and CDATA as text', () => {
  const target = 'Salut <mrk id="m"><ph id="1" equiv="{name}"/></mrk><![CDATA[ <b> ]]>!'
  expect(readTranslationFile(unit(target))).toEqual([
    { key: 'k', english: 'Hi {name}!', translation: 'Salut {name} <b> !', state: 'approved' },
  ])
})

test.each([
  ['entities of its own', `<!DOCTYPE x [<!ENTITY a "aaaa">]>${unit('x').replace('<?xml version="1.0"?>', '')}`],
  ['an older version', unit('x').replace('version="2.1"', 'version="1.2"')],
  ['a unit without a key', unit('x').replace('name="k"', '')],
  ['tags that do not close', unit('<mrk>')],
  ['a page', '<html><body>Hello</body></html>'],
])('refuses a file with %s', (_what, file) => expect(readTranslationFile(file)).toBeNull())
