import { fetchCodes } from '#modules/checkout/keys/fetch-codes.ts'
import { keyTexts } from '#modules/checkout/keys/keys.texts.ts'
import { codesDownloadPath, NewCodes } from '#modules/checkout/keys/new-codes.shared.tsx'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type Batch = Awaited<ReturnType<typeof fetchCodes.run>>

/** The codes of new keys, for the person who created them. */
export default page({
  address: '/manage/authorizationKeys/batch/:batch_id{[0-9]{1,9}}',
  title: keyTexts.codes,
  may: staff('MANAGE_AUTHORIZATION_KEYS:CREATE'),
  layout: BackOfficeLayout,
  load: ({ ctx, params }): Promise<Batch> =>
    fetchCodes.run(ctx, { authorization_key_batch_id: Number(params.batch_id) }),
  view: (batch) => <Codes batch={batch} />,
})

function Codes({ batch }: { batch: Batch }) {
  const t = useTexts(keyTexts)
  const { authorization_key_batch_id: id, quantity, course_name, name, codes } = batch
  const download = codes && (
    <LinkButton href={codesDownloadPath(id)} download>
      {t('download')}
    </LinkButton>
  )
  return (
    <div className="max-w-3xl">
      <PageTitle lead={t('codesLead', { count: quantity, course: course_name, organization: name })} actions={download}>
        {t('codes')}
      </PageTitle>
      <Card>
        <NewCodes codes={codes} />
      </Card>
      <p className="mt-4">
        <TextLink href={pathTo('/manage/authorizationKeys')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}
