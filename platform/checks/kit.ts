import { isTest, type Source } from './source.ts'

/** Markup and helpers that must come from the shared component or function. */
const rules: { pattern: RegExp; within: readonly string[]; say: string }[] = [
  { pattern: /type="tel"/, within: ['platform/ui/masked.tsx'], say: 'a field for phones is a PhoneField' },
  {
    pattern: /\bIntl\.(?:DateTime|Number)Format\b|\.toLocale(?:Date|Time)?String\(/,
    within: ['platform/', 'scripts/', 'bench/', 'web/embed/elements.browser.ts'],
    say: 'days, times and figures are written by dateFormat, formatNumber, useShowDate or useShowInstant',
  },
]

/**
 * Red buttons that need no confirmation, each with the reason. All others are a ConfirmButton, or a ConfirmSubmit in a
 * plain form.
 */
const redButtons: Readonly<Record<string, string>> = {
  'modules/identity/social/social-panel.tsx': 'opens a dialog that asks',
  'modules/identity/passkeys/passkeys-panel.tsx': 'opens a dialog that asks',
  'modules/identity/profile/form/recruiter-fields.tsx': 'a row of a form that is not saved yet',
  'modules/identity/profile/form/phone-fields.tsx': 'a row of a form that is not saved yet',
  'modules/identity/sessions/sessions-panel.tsx': 'the device can sign in again',
  'modules/identity/two-factor/own-factors.tsx': 'opens a dialog that asks',
  'modules/identity/two-factor/their-factors.tsx': 'opens a dialog that asks',
  'modules/identity/invitations/invitation-list.tsx': 'the person can be invited again',
  'modules/checkout/invoices/delete-dialog.tsx': 'is the answer of a dialog',
  'modules/checkout/payments/refunds/refund-dialog.tsx': 'is the answer of a dialog',
  'modules/checkout/promo-codes/code-dialog.tsx': 'opens a dialog that asks',
  'modules/checkout/promo-codes/delete-code-dialog.tsx': 'is the answer of a dialog',
  'modules/catalogue/media/library/delete-medium.tsx': 'opens a dialog that asks',
  'modules/catalogue/certificate-templates/field-form.tsx': 'a part of a form that is not saved yet',
  'modules/catalogue/course-editor/leave-dialog.tsx': 'is the answer of a dialog',
  'modules/catalogue/rich-text/editor/link-panel.tsx': 'the editor undoes it',
  'web/pages/account/other-ways-in.page.tsx': 'a page of its own that says what is removed',
  'web/pages/manage/certificates/certificate-view.tsx': 'a form with a reason',
  'web/pages/manage/money/payments-refund-form.tsx': 'a page of its own with amounts and a reason',
  'web/pages/manage/money/invoices-forms.tsx': 'is the answer of a page that asks',
  'web/pages/manage/money/payments-held.page.tsx': 'a form with a reason',
  'web/pages/manage/money/payments-undo.page.tsx': 'is the answer of a page that asks',
  'web/pages/manage/money/payments-awaiting-form.tsx': 'the decision of a second person on a page of its own',
  'web/pages/manage/views.page.tsx': 'is the answer of a page that asks',
  'web/pages/manage/courses/course-remove.page.tsx': 'is the answer of a page that asks',
  'web/pages/manage/organizations/organization-manager.page.tsx': 'the person can be invited again',
  'web/pages/manage/organizations/organization-website-form.tsx': 'opens in a part that says what is removed',
  'web/pages/manage/organizations/organization-courses.page.tsx': 'is the answer of a page that asks',
  'web/pages/manage/keys/authorization-keys-details.page.tsx': 'a form with a reason',
  'web/pages/checkout/aside-items.tsx': 'the next page offers Undo',
  'web/pages/checkout/cart-item.tsx': 'the next page offers Undo',
}
const red = /variant=(?:"|\{[^}]*')destructive/

/** Forms that take something away without a question, whatever the color of their button, each with the reason. */
const plainForms: Readonly<Record<string, string>> = {
  'web/pages/checkout/lost-items.tsx': 'the course is no longer for sale',
}
/** The value of a field or button that takes something away. */
const removalPattern =
  /value=(?:"|\{`)(?:remove|delete|deleteAll|revoke|end|void|discard|restore|cancel|unlink|disconnect)["`:]/g

/** Reports red buttons that act without confirmation, and listed exceptions that are no longer needed. */
export function checkRedButtons(sources: readonly Source[]): string[] {
  const productSources = sources.filter((source) => !isTest(source) && !source.path.startsWith('platform/'))
  const exceptionUses = new Map(productSources.filter(({ text }) => red.test(text)).map(({ path }) => [path, true]))
  const plain = productSources.filter(lacksConfirmation).map(({ path }) => path)
  return [
    ...[...exceptionUses.keys()]
      .filter((path) => !Object.hasOwn(redButtons, path))
      .map((path) => `${path}: a red button asks first: use ConfirmButton or ConfirmSubmit`),
    ...Object.keys(redButtons)
      .filter((path) => !exceptionUses.has(path))
      .map((path) => `platform/checks/kit.ts: ${path} has no red button any more`),
    ...plain
      .filter((path) => !Object.hasOwn(redButtons, path) && !Object.hasOwn(plainForms, path))
      .map((path) => `${path}: a form that takes something away asks first: use ConfirmSubmit`),
    ...Object.keys(plainForms)
      .filter((path) => !plain.includes(path))
      .map((path) => `platform/checks/kit.ts: ${path} takes nothing away without a question any more`),
  ]
}

/** Whether a form of the file takes something away with a button that is no ConfirmSubmit. */
function lacksConfirmation({ text }: Source): boolean {
  return [...text.matchAll(removalPattern)].some(({ index }) => {
    const tag = /<(\w+)[^<]*$/.exec(text.slice(0, index))?.[1]
    const formText = text.slice(index).split('</form>', 1)[0]!
    return tag === 'input' ? !formText.includes('<ConfirmSubmit') : tag !== 'ConfirmSubmit'
  })
}

/** Reports lines that duplicate a component of the kit by hand. */
export function checkKit(sources: readonly Source[]): string[] {
  return sources
    .filter((source) => !isTest(source) && source.path !== 'platform/checks/kit.ts')
    .flatMap(({ path, text }) =>
      rules
        .filter(
          ({ within }) => !within.some((place) => path === place || (place.endsWith('/') && path.startsWith(place))),
        )
        .flatMap(({ pattern, say }) =>
          text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${say}`] : [])),
        ),
    )
}
