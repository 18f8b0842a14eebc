import { fetchProduct, mapProduct } from '#modules/checkout/storefront-orders/map-product.ts'
import { storefrontTexts } from '#modules/checkout/storefront-orders/storefront-orders.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type Product = Awaited<ReturnType<typeof fetchProduct.run>>

/** Maps a shop's products to courses. */
export default page({
  address: '/manage/storefront-orders/:line_id{[0-9]{1,9}}',
  title: storefrontTexts.map,
  may: staff('MANAGE_PAYMENTS:UPDATE'),
  layout: BackOfficeLayout,
  load: ({ ctx, params }): Promise<Product> => fetchProduct.run(ctx, { storefront_line_id: Number(params.line_id) }),
  async submit({ ctx, params, form: { values } }) {
    const input = { storefront_line_id: Number(params.line_id), course_website_id: values.course_website_id }
    const { message = '' } = await mapProduct.run(ctx, input)
    return redirect(pathTo('/manage/storefront-orders'), { flash: { kind: 'success', text: message } })
  },
  view: (product, { form }) => <MapProduct product={product} form={form} />,
})

function MapProduct({
  product: { title, sku, course_website_id, offers },
  form,
}: {
  product: Product
  form: FormState
}) {
  const t = useTexts(storefrontTexts)
  const options = offers.map(({ course_website_id: value, course_name, website_name }) => ({
    value,
    label: `${course_name} · ${website_name}`,
  }))
  return (
    <div className="max-w-xl">
      <PageTitle lead={t('mapLead')}>{t('map')}</PageTitle>
      <FormAlert message={form.message} />
      {options.length === 0 ? (
        <Empty title={t('noOffers')} />
      ) : (
        <Card>
          <p className="mb-4 font-semibold">{t('productIs', { title, sku })}</p>
          <form method="post" className="grid gap-4">
            <SelectField
              {...field(form, 'course_website_id', String(course_website_id ?? ''))}
              label={t('course')}
              options={options}
              placeholder
              required
            />
            <BusySubmit label={t('map')} busyLabel={t('mapping')} />
          </form>
        </Card>
      )}
      <p className="mt-4">
        <TextLink href={pathTo('/manage/storefront-orders')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}
