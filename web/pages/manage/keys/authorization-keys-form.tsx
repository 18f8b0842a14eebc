import type { ReactNode } from 'react'
import { keyTexts } from '#modules/checkout/keys/keys.texts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize, localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, type InvalidForm, invalid } from '#platform/web/form.ts'

/** 'Failed to … : {message}' for an action that was refused as a whole; field errors are shown at their fields. */
export function failedBy(ctx: Ctx, error: unknown, key: 'createFailed' | 'assignFailed'): InvalidForm {
  if (!(error instanceof Refusal) || error.issues.length > 0) throw error
  return invalid(
    {},
    localText(ctx.locale, keyTexts, key, { message: localize(ctx.locale, error.kind.text, error.params) }),
  )
}

type FormPageProps = { title: string; lead: string; form: FormState; submit: string; busy: string; children: ReactNode }

/** A form for keys on a separate page. */
export function KeysForm({ title, lead, form, submit, busy, children }: FormPageProps) {
  const t = useTexts(keyTexts)
  return (
    <div className="max-w-xl">
      <PageTitle lead={lead}>{title}</PageTitle>
      <FormAlert message={form.message} />
      <Card>
        <form method="post" className="grid gap-4">
          {children}
          <BusySubmit label={submit} busyLabel={busy} />
        </form>
      </Card>
      <p className="mt-4">
        <TextLink href={pathTo('/manage/authorizationKeys')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}
