import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Forms in which people enter their own data. */
const forms = [
  'web/pages/{account,checkout,course,student}/**/*.tsx',
  'web/pages/support/contact.page.tsx',
  'modules/identity/profile/form/{person,address,phone}-fields.tsx',
  'modules/checkout/{cart,keys}/**/*.tsx',
]

/** Names of fields with data about the person, which WCAG 1.3.5 lists. */
const personal =
  /['"](?:billing\.)?(?:name|first_?name|middle_?name|last_?name|email|phone_number|phone_number_\$\{n\}|address1|address2|city|zip|state|stateId|lk_state_id|dob|gender|lk_suffix_id)['"`]/i
/** A field with its attributes; `PhoneField` has the token of a phone number itself. */
const fields = /<(TextField|LastNameField|DateField|SelectField)\b((?:[^>]|=>)*?)\/>/g

const sources = globSync(forms).filter((path) => !path.includes('.test.'))
const unnamed = sources.flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(fields)]
    .filter(([, , attributes]) => /\b(?:field|fieldOf|fieldProps)\(|\bname=/.test(attributes!))
    .filter(([, , attributes]) => personal.test(attributes!) && !/autoComplete[=:]/.test(attributes!))
    .map(([field]) => `${path}: ${field.replaceAll(/\s+/g, ' ').slice(0, 120)}`),
)

test('every field for data about oneself says what it holds, so that browsers can fill it in', () => {
  expect(sources.length).toBeGreaterThan(30)
  expect(unnamed).toEqual([])
})
