import { personalDataWords } from '#modules/backoffice/people/personal-data.texts.ts'
import { exportPersonalData } from '#modules/backoffice/people/personal-data.ts'
import { signedIn } from '#platform/permissions.ts'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { OwnLayout } from './own-layout.tsx'

/** Downloads one's own data. */
export default page({
  address: '/settings/personal-data',
  title: personalDataWords.ownTitle,
  may: signedIn,
  layout: OwnLayout,
  load: async () => ({}),
  view: () => <OwnData />,
})

function OwnData() {
  const t = useTexts(personalDataWords)
  return (
    <div className="mx-auto max-w-2xl">
      <PageTitle lead={t('ownLead')}>{t('ownTitle')}</PageTitle>
      <Card className="grid gap-4">
        <p>
          <a className="font-semibold underline" href={`/api${exportPersonalData.path}`} download>
            {t('download')}
          </a>
        </p>
        <p className="text-muted-foreground">{t('ownErasure')}</p>
      </Card>
    </div>
  )
}
