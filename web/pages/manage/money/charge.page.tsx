import { randomUUID } from 'node:crypto'
import { cancelOrder } from '#modules/checkout/charges/cancel-order.ts'
import { chargeTexts } from '#modules/checkout/charges/charges.texts.ts'
import { chargingStaff, createOrder } from '#modules/checkout/charges/create-order.ts'
import { addInvoicedStudentCourse } from '#modules/checkout/charges/staff-charges.ts'
import { type ChargeChoices, listChargeChoices } from '#modules/checkout/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { localText } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { ChargeFields, type ChargeKind, chargeKinds } from './charge-fields.tsx'
import { ChargedOrders } from './charge-orders.tsx'

type PageData = { choices: ChargeChoices; what: ChargeKind; request_id: string }

/** Staff create an order for one student; open orders are listed beside it. */
export default page({
  address: '/manage/charge/:userId{[0-9]+}',
  may: chargingStaff,
  layout: BackOfficeLayout,
  load: async ({ ctx, params, query }): Promise<PageData> => ({
    choices: await listChargeChoices(ctx, idOf(params.userId)),
    what: whatOf(query.what),
    // Submitting a form twice creates its order once.
    request_id: randomUUID(),
  }),
  title: ({ choices: { person } }, locale) => localText(locale, chargeTexts, 'chargeNamed', { name: nameOf(person) }),
  submit: ({ ctx, params, form }) => submit(ctx, idOf(params.userId), form.values),
  view: (data, input) => <Charge {...data} input={input} />,
})

const whatOf = (name: string | undefined): ChargeKind => chargeKinds.find((kind) => kind === name) ?? 'course'

const nameOf = ({ first_name, last_name }: ChargeChoices['person']) => `${first_name} ${last_name}`.trim()

async function submit(ctx: Ctx, user_id: number, values: Readonly<Record<string, string>>): Promise<PageRedirect> {
  const { message = '' } = values.cancel
    ? await cancelOrder.run(ctx, { order_id: values.cancel })
    : await charge(ctx, user_id, values)
  return redirect(pathTo('/manage/charge/:userId', { userId: user_id }, { query: { what: whatOf(values.what) } }), {
    flash: { kind: 'success', text: message },
  })
}

/** The form in the call's shape; blank fields are omitted. */
async function charge(ctx: Ctx, user_id: number, values: Readonly<Record<string, string>>) {
  const { what, note, request_id = '', price, course_website_id = '', name = '', thing = '' } = values
  const [student_course_id = '', component_id = ''] = thing.split(':')
  const course = { course_website_id, price, lk_shipping_type_id: values.lk_shipping_type_id }
  const options = { ...course, audio_ind: values.audio_ind === '1' }
  if (what === 'course' && values.invoiced === '1')
    return addInvoicedStudentCourse.run(ctx, { user_id, note, request_id, ...options })
  const items = {
    course: { kind: 'course' as const, ...options },
    retake: { kind: 'retake' as const, student_course_id, component_id, price },
    reinstatement: { kind: 'reinstatement' as const, student_course_id, price },
    fee: { kind: 'fee' as const, name, price },
  }
  const item = items[whatOf(what)]
  return createOrder.run(ctx, { order: { user_id, note, request_id }, items: [item] })
}

function Charge({ choices, what, request_id, input }: PageData & { input: ViewInput }) {
  const t = useTexts(chargeTexts)
  const { form, frame } = input
  const { user_id } = choices.person
  const tabs = chargeKinds.map((kind) => ({
    href: withCarriedParams(frame, pathTo('/manage/charge/:userId', { userId: user_id }, { query: { what: kind } })),
    label: t(kind),
    current: kind === what,
  }))
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/student/:id', { id: user_id }))} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle lead={t('lead')}>{t('chargeNamed', { name: nameOf(choices.person) })}</PageTitle>
      <FormAlert message={form.message} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <Card>
          <Tabs label={t('what')} tabs={tabs} />
          <form method="post" className="mt-4 grid gap-4">
            <input type="hidden" name="what" value={what} />
            <input type="hidden" {...field(form, 'request_id', request_id)} />
            <ChargeFields choices={choices} what={what} input={input}>
              <TextareaField
                {...field(form, 'note')}
                label={t('note')}
                hint={t('noteHint')}
                maxLength={500}
                rows={3}
                optional
              />
              <BusySubmit label={t('send')} busyLabel={t('sending')} />
            </ChargeFields>
          </form>
        </Card>
        <ChargedOrders orders={choices.openOrders} locale={input.locale} />
      </div>
    </>
  )
}
