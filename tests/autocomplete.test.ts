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

test("every field for the user's own data has an autocomplete token, so that browsers can fill it in", () => {
  expect(sources.length).toBeGreaterThan(30)
  expect(unnamed).toEqual([])
})

/** Fields of passwords with their attributes. */
const passwords = /<(PasswordField|NewPassword)\b((?:[^>]|=>)*?)\/>/g
/** Fields for codes that were sent, or that an app shows. */
const codes = /<TextField\b((?:[^>]|=>)*?)\/>/g

test('a password manager can fill in every password, and a browser every code: no one has to remember or copy (WCAG 3.3.8)', () => {
  const all = globSync(['web/pages/**/*.tsx', 'modules/**/*.tsx']).filter((path) => !path.includes('.test.'))
  const texts = all.map((path) => [path, readFileSync(path, 'utf8')] as const)
  const withPasswords = texts.flatMap(([path, text]) =>
    [...text.matchAll(passwords)].map(([field]) => [path, field] as const),
  )
  expect(withPasswords.length).toBeGreaterThan(5)
  // A new password has its own token; a browser must not fill in someone else's password.
  const isNamed = (field: string) => field.startsWith('<NewPassword') || /autoComplete=/.test(field)
  expect(withPasswords.filter(([, field]) => !isNamed(field))).toEqual([])
  const ofCodes = texts
    .filter(([path]) => /^(web\/pages\/account|modules\/identity)\//.test(path))
    .flatMap(([path, text]) => [...text.matchAll(codes)].map(([field]) => [path, field] as const))
    .filter(([, field]) => /field\(form, 'code'\)/.test(field))
  expect(ofCodes.length).toBeGreaterThan(0)
  expect(ofCodes.filter(([, field]) => !/autoComplete="(?:one-time-code|off)"/.test(field))).toEqual([])
  // Only the typing check refuses pasted text. Support messages accept pasted pictures.
  expect(texts.flatMap(([path, text]) => (text.includes('onPaste=') ? [path] : [])).sort()).toEqual([
    'modules/learning/verification/methods/keystroke/typing-form.island.tsx',
    'modules/support/chat/composer.tsx',
  ])
})
