import type { ReactNode } from 'react'
import { signedIn } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { destination, runForm, toProof } from './enter.ts'
import { otherWaysTexts } from './other-ways-in.texts.ts'
import { listOtherWays, type OtherWay, removeWay } from './other-ways-in.ts'

/** After a new password by link: lists the account's other sign-in methods, which the password did not change. */
export default page({
  address: '/change-password/other-ways',
  title: otherWaysTexts.title,
  may: signedIn,
  layout: PublicLayout,
  async load({ ctx, query }) {
    const ways = await listOtherWays(ctx)
    return ways.length > 0 ? { ways } : redirect(destination(query), { status: 302 })
  },
  submit: ({ ctx, form, url, query }) =>
    runForm(ctx, form, async () => {
      const action = form.values.action ?? ''
      try {
        const text = await removeWay(ctx, action)
        const next = (await listOtherWays(ctx)).length > 0 ? url.pathname + url.search : destination(query)
        return redirect(next, { flash: { kind: 'success', text } })
      } catch (error) {
        return toProof(error, url)
      }
    }),
  view: ({ ways }, input) => <OtherWays ways={ways} {...input} />,
})

function OtherWays({ ways, form, frame, query }: ViewInput & { ways: readonly OtherWay[] }) {
  const t = useTexts(otherWaysTexts)
  return (
    <div className="mx-auto max-w-xl">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <Card>
        <ul className="divide-y">
          {ways.map((way) => (
            <WayItem key={way.action} {...way} />
          ))}
        </ul>
      </Card>
      <div className="mt-5 flex flex-wrap gap-3">
        <RemoveForm action="all">
          <SubmitButton variant="destructive">{t('removeAll')}</SubmitButton>
        </RemoveForm>
        <LinkButton href={withCarriedParams(frame, destination(query))} variant="outline">
          {t('keep')}
        </LinkButton>
      </div>
    </div>
  )
}

function WayItem({ action, name, note }: OtherWay) {
  const t = useTexts(otherWaysTexts)
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-sm break-words text-muted-foreground">{note}</p>
      </div>
      <RemoveForm action={action}>
        <SubmitButton variant="destructive-outline" size="sm" aria-label={t('removeNamed', { name })}>
          {t('remove')}
        </SubmitButton>
      </RemoveForm>
    </li>
  )
}

const RemoveForm = ({ action, children }: { action: string; children: ReactNode }) => (
  <form method="post">
    <input type="hidden" name="action" value={action} />
    {children}
  </form>
)
