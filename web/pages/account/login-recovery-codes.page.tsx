import { codesCookie, readCodesCookie } from '#modules/identity/entry.ts'
import NewRecoveryCodes from '#modules/identity/two-factor/recovery-codes.island.tsx'
import { alsoAuditors, signedIn, userOf } from '#platform/permissions.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { AccountCard } from './account-card.tsx'
import { destination } from './enter.ts'
import { stepTexts } from './login-step.texts.ts'

/** The end of setting up within sign-in: the codes are shown here, only once. */
export default page({
  address: '/login/recovery-codes',
  title: stepTexts.codesTitle,
  may: alsoAuditors(signedIn),
  layout: PublicLayout,
  load({ ctx, query, request }) {
    const codes = readCodesCookie(ctx, userOf(ctx).user_id, request.headers.get('cookie'))
    return codes ? { codes } : redirect(destination(query), { status: 302 })
  },
  submit: ({ ctx, query }) => redirect(destination(query), { cookies: [codesCookie(ctx, userOf(ctx).user_id, null)] }),
  view: ({ codes }) => <KeepCodes codes={codes} />,
})

function KeepCodes({ codes }: { codes: string[] }) {
  const t = useTexts(stepTexts)
  return (
    <AccountCard title={t('codesTitle')}>
      <NewRecoveryCodes codes={codes} />
      <form method="post" className="mt-4 print:hidden">
        <SubmitButton wide>{t('kept')}</SubmitButton>
      </form>
    </AccountCard>
  )
}
