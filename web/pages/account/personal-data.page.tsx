import { personalDataWords } from '#modules/backoffice/people/personal-data.texts.ts'
import { exportPersonalData } from '#modules/backoffice/people/personal-data.ts'
import { requireFreshProof } from '#modules/identity/index.ts'
import { signedIn } from '#platform/permissions.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { toProof } from './enter.ts'
import { OwnLayout } from './own-layout.tsx'

/** Downloads one's own data. */
export default page({
  address: '/settings/personal-data',
  title: personalDataWords.ownTitle,
  may: signedIn,
  layout: OwnLayout,
  load: async () => ({}),
  submit: ({ ctx, url }) =>
    requireFreshProof(ctx).then(
      () => redirect(`/api${exportPersonalData.path}`),
      (error) => toProof(error, url),
    ),
  view: () => <OwnData />,
})

function OwnData() {
  const t = useTexts(personalDataWords)
  return (
    <div className="mx-auto max-w-2xl">
      <PageTitle lead={t('ownLead')}>{t('ownTitle')}</PageTitle>
      <Card className="grid gap-4">
        <form method="post">
          <SubmitButton>{t('download')}</SubmitButton>
        </form>
        <p className="text-muted-foreground">{t('ownErasure')}</p>
      </Card>
    </div>
  )
}
