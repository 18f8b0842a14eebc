import { fetchCodes } from '../../../modules/checkout/index.ts'
import { keyTexts } from '../../../modules/checkout/keys/keys.texts.ts'
import { staff } from '../../../platform/permissions.ts'
import { Banner } from '../../../platform/ui/banner.tsx'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Card, PageTitle, TextLink } from '../../../platform/ui/parts.tsx'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'

type Batch = Awaited<ReturnType<typeof fetchCodes.run>>

/** The codes of new keys, for whoever has made them. */
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
    <LinkButton href={`/api/authorizationKeys/batch/${id}/codes`} download>
      {t('download')}
    </LinkButton>
  )
  return (
    <div className="mx-auto max-w-3xl">
      <PageTitle lead={t('codesLead', { count: quantity, course: course_name, organization: name })} actions={download}>
        {t('codes')}
      </PageTitle>
      <Banner kind="attention" className="mb-4">
        {t(codes ? 'codesOnce' : 'codesGone')}
      </Banner>
      {codes && (
        <Card>
          <ol className="figures grid list-decimal gap-x-12 gap-y-1 pl-10 sm:grid-cols-2">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </Card>
      )}
      <p className="mt-4">
        <TextLink href="/manage/authorizationKeys">{t('back')}</TextLink>
      </p>
    </div>
  )
}
