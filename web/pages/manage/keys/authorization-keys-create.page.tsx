import { randomUUID } from 'node:crypto'
import { createKeys } from '#modules/checkout/keys/create-keys.ts'
import { fetchKeyChoices, type KeyChoices } from '#modules/checkout/keys/fetch-choices.ts'
import { CreateFields } from '#modules/checkout/keys/key-fields.shared.tsx'
import { createKeysBody } from '#modules/checkout/keys/key-form.shared.ts'
import { batchPath } from '#modules/checkout/keys/key-paths.shared.ts'
import { keyTexts } from '#modules/checkout/keys/keys.texts.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { failedBy, KeysForm } from './authorization-keys-form.tsx'

type Choices = { offers: KeyChoices['offers']; request_id: string }

export default page({
  address: '/manage/authorizationKeys/create',
  title: keyTexts.create,
  may: createKeys.may,
  layout: BackOfficeLayout,
  // Submitting a form twice creates its keys once.
  load: async ({ ctx }): Promise<Choices> => ({
    offers: (await fetchKeyChoices.run(ctx, {})).offers,
    request_id: randomUUID(),
  }),
  async submit({ ctx, form: { values } }) {
    try {
      const { authorization_key_batch_id, message = '' } = await createKeys.run(ctx, createKeysBody(values))
      const flash = { kind: 'success', text: message } as const
      return redirect(batchPath(authorization_key_batch_id), { flash })
    } catch (error) {
      return failedBy(ctx, error, 'createFailed')
    }
  },
  view: (choices, { form }) => <Create choices={choices} form={form} />,
})

function Create({ choices: { offers, request_id }, form }: { choices: Choices; form: FormState }) {
  const t = useTexts(keyTexts)
  return (
    <KeysForm title={t('create')} lead={t('createLead')} form={form} submit={t('create')} busy={t('creating')}>
      <input type="hidden" {...field(form, 'request_id', request_id)} />
      <CreateFields offers={offers} of={(name, initial) => field(form, name, initial)} />
    </KeysForm>
  )
}
