import type { ReactNode } from 'react'
import type { Text } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { AccountCard } from './account-card.tsx'

type CodeTexts = Readonly<Record<'title' | 'sent' | 'code' | 'codeHint' | 'signIn' | 'signingIn' | 'again', Text>>
type EmailedCodeProps = { email: string; form: FormState; texts: CodeTexts; below?: ReactNode }

/** The second step of a sign-in by email: the code that was sent, or a new request. */
export function EmailedCode({ email, form, texts, below }: EmailedCodeProps) {
  const t = useTexts(texts)
  const resendForm = (
    <form method="post">
      <button
        type="submit"
        name="again"
        value="1"
        className="font-semibold text-accent-foreground underline underline-offset-3"
      >
        {t('again')}
      </button>
    </form>
  )
  return (
    <AccountCard
      title={t('title')}
      message={form.message}
      below={
        <>
          {resendForm}
          {below}
        </>
      }
    >
      {!form.message && (
        <Alert variant="info" className="mb-4">
          {t('sent', { email })}
        </Alert>
      )}
      <form method="post" className="grid gap-4">
        <TextField
          {...field(form, 'code')}
          label={t('code')}
          hint={t('codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <BusySubmit label={t('signIn')} busyLabel={t('signingIn')} />
      </form>
    </AccountCard>
  )
}
