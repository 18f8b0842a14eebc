import { findSignInStep, selectFactors } from '#modules/identity/entry.ts'
import PasskeySignIn from '#modules/identity/passkeys/passkey-sign-in.island.tsx'
import { verify2faToken } from '#modules/identity/two-factor/verify-2fa-token.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { accountTexts } from './account.texts.ts'
import { AccountCard } from './account-card.tsx'
import { destination, finishSignIn, redirectSignedIn, restartSignIn, runForm } from './enter.ts'
import { stepTexts } from './login-step.texts.ts'
import { findOtherHost, OtherHost } from './other-host.tsx'

export default page({
  address: '/login/code',
  title: stepTexts.codeTitle,
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, query }) {
    const redirectAway = redirectSignedIn(ctx, query)
    if (redirectAway) return redirectAway
    const step = await findSignInStep(ctx)
    if (step?.kind !== 'code') return restartSignIn(query)
    const { tfa_enabled, passkeys } = await selectFactors(ctx, step.user_id)
    return { tfa_enabled, passkeys: passkeys > 0, otherHost: findOtherHost(ctx) }
  },
  submit: ({ ctx, query, form }) =>
    runForm(ctx, form, async () => {
      const result = await verify2faToken.run(ctx, { token: form.values.code2fa ?? '' })
      return finishSignIn(ctx, result, destination(query))
    }),
  view: (data, input) => <Code {...data} {...input} />,
})

type CodeProps = ViewInput & { tfa_enabled: boolean; passkeys: boolean; otherHost: string | null }

function Code({ tfa_enabled, passkeys, otherHost, form, frame, query }: CodeProps) {
  const t = useTexts(stepTexts)
  const recovery = query.way === 'recovery'
  const lead = tfa_enabled ? (recovery ? 'recoveryLead' : 'codeLead') : 'passkeyLead'
  return (
    <AccountCard
      title={t('codeTitle')}
      lead={t(lead)}
      message={form.message}
      below={<OtherWays frame={frame} query={query} other={tfa_enabled} />}
    >
      {tfa_enabled && <CodeForm recovery={recovery} error={form.errors.token} />}
      {passkeys && <PasskeySignIn to={destination(query)} />}
      {passkeys && <OtherHost host={otherHost} query={query} />}
    </AccountCard>
  )
}

function CodeForm({ recovery, error }: { recovery: boolean; error: string | undefined }) {
  const t = useTexts(stepTexts)
  const say = useTexts(accountTexts)
  return (
    <form method="post" className="grid gap-4">
      <TextField
        // A name whose value is never shown in the page again.
        name="code2fa"
        label={t(recovery ? 'recoveryCode' : 'code')}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize={recovery ? 'characters' : 'none'}
        spellCheck={false}
        maxLength={40}
        error={error}
        autoFocus
        required
      />
      <BusySubmit label={t('verify')} busyLabel={say('signingIn')} />
    </form>
  )
}

type OtherWaysProps = { frame: Frame; query: ViewInput['query']; other: boolean }

function OtherWays({ frame, query, other }: OtherWaysProps) {
  const t = useTexts(stepTexts)
  const redirect = destination(query)
  const recovery = query.way === 'recovery'
  return (
    <>
      {other && (
        <p>
          <TextLink
            href={withCarriedParams(
              frame,
              pathTo('/login/code', { query: { way: recovery ? null : 'recovery', redirect } }),
            )}
          >
            {t(recovery ? 'haveApp' : 'lostPhone')}
          </TextLink>
        </p>
      )}
      <p>
        <TextLink href={withCarriedParams(frame, pathTo('/login', { query: { redirect } }))}>
          {t('startAgain')}
        </TextLink>
      </p>
    </>
  )
}
