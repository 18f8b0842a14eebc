import { randomUUID } from 'node:crypto'
import { createKeys, listOfferChoices, mostKeys, type OfferChoice } from '../../../modules/checkout/index.ts'
import { keyTexts } from '../../../modules/checkout/keys/keys.texts.ts'
import { staff } from '../../../platform/permissions.ts'
import { SelectField, TextAreaField, TextField } from '../../../platform/ui/field.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { type FormState, field } from '../../../platform/web/form.ts'
import { redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { BackOfficeLayout } from '../../layouts/backoffice.tsx'
import { failedBy, KeysForm, organizationsOf } from './authorization-keys-form.tsx'

type Choices = { offers: OfferChoice[]; request_id: string }

export default page({
  address: '/manage/authorizationKeys/create',
  title: keyTexts.create,
  may: staff('MANAGE_AUTHORIZATION_KEYS:CREATE'),
  layout: BackOfficeLayout,
  // A form that is sent twice makes its keys once.
  load: async ({ ctx }): Promise<Choices> => ({ offers: await listOfferChoices(ctx), request_id: randomUUID() }),
  async submit({ ctx, form: { values } }) {
    const { course_website_id, count, organization_id, note, request_id } = values
    const wanted = { course_website_id, count, organization_id: organization_id || null, note, request_id }
    try {
      const { authorization_key_batch_id, message = '' } = await createKeys.run(ctx, wanted)
      const flash = { kind: 'success', text: message } as const
      return redirect(`/manage/authorizationKeys/batch/${authorization_key_batch_id}`, { flash })
    } catch (error) {
      return failedBy(ctx, error, 'createFailed')
    }
  },
  view: (choices, { form }) => <Create choices={choices} form={form} />,
})

function Create({ choices: { offers, request_id }, form }: { choices: Choices; form: FormState }) {
  const t = useTexts(keyTexts)
  const courses = offers.map(({ course_website_id, course_name, organization_name, website_name }) => ({
    value: course_website_id,
    label: [course_name, ...new Set([organization_name, website_name])].join(' · '),
  }))
  return (
    <KeysForm title={t('create')} lead={t('createLead')} form={form} submit={t('create')} busy={t('creating')}>
      <input type="hidden" {...field(form, 'request_id', request_id)} />
      <SelectField
        {...field(form, 'course_website_id')}
        label={t('course')}
        hint={t('courseHint')}
        options={courses}
        placeholder
        required
      />
      <SelectField
        {...field(form, 'organization_id')}
        label={t('holder')}
        hint={t('holderHint')}
        options={organizationsOf(offers)}
        placeholder={t('sameHolder')}
      />
      <TextField
        {...field(form, 'count', '10')}
        type="number"
        min={1}
        max={mostKeys}
        label={t('count')}
        hint={t('countHint')}
        className="sm:max-w-40"
        required
      />
      <TextAreaField
        {...field(form, 'note')}
        label={t('note')}
        hint={t('noteHint')}
        maxLength={500}
        rows={3}
        optional
      />
    </KeysForm>
  )
}
