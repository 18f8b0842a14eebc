import {
  fetchCertificateSigner,
  saveCertificateSigner,
  uploadCertificateSignature,
} from '#modules/catalogue/certificate-templates/manage-signer.ts'
import { signerTexts } from '#modules/catalogue/certificate-templates/signer.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { Field, TextField } from '#platform/ui/field.tsx'
import { Input } from '#platform/ui/input.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

const path = pathTo('/manage/settings/certificate-signer')

type Signer = Awaited<ReturnType<typeof fetchCertificateSigner.run>>['signer']

/** The signer of the visited organization's certificates. */
export default page({
  address: '/manage/settings/certificate-signer',
  title: signerTexts.title,
  may: fetchCertificateSigner.may,
  layout: BackOfficeLayout,
  max_form: 6_000_000,
  load: async ({ ctx }) => (await fetchCertificateSigner.run(ctx, {})).signer,
  async submit({ ctx, form: { values, file } }) {
    const { name = '', title = '', title_es = '', approval_number = '' } = values
    const picture = file('picture')
    const { message = '' } = await saveCertificateSigner.run(ctx, {
      name,
      title,
      title_es,
      approval_number,
      remove_signature: values.remove_signature === '1' && !picture,
      updated_at: values.updated_at || null,
    })
    if (picture) {
      const stream = picture.stream()
      await uploadCertificateSignature.run(ctx, { picture: { type: picture.type, stream } })
    }
    return redirect(path, { flash: { kind: 'success', text: message } })
  },
  view: (signer, { form }) => <SignerForm signer={signer} form={form} />,
})

function SignerForm({ signer, form }: { signer: Signer; form: FormState }) {
  const t = useTexts(signerTexts)
  return (
    <>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      {!signer.name && <Alert className="mb-5 max-w-3xl">{t('none')}</Alert>}
      <form method="post" encType="multipart/form-data" className="grid max-w-3xl gap-5">
        <FormAlert message={form.message} />
        <input type="hidden" name="updated_at" value={signer.updated_at ?? ''} />
        <Panel title={t('person')}>
          <div className="grid gap-4">
            <TextField {...field(form, 'name', signer.name)} label={t('name')} hint={t('nameHint')} maxLength={100} />
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                {...field(form, 'title', signer.title)}
                label={t('jobTitle')}
                hint={t('jobTitleHint')}
                maxLength={100}
              />
              <TextField
                {...field(form, 'title_es', signer.title_es)}
                label={t('jobTitleEs')}
                hint={t('jobTitleEsHint')}
                maxLength={100}
              />
            </div>
            <SignatureField signer={signer} error={form.errors.picture} />
            <TextField
              {...field(form, 'approval_number', signer.approval_number)}
              label={t('approvalNumber')}
              hint={t('approvalHint')}
              maxLength={60}
              className="max-w-60"
            />
          </div>
        </Panel>
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
        <Preview signer={signer} />
      </form>
    </>
  )
}

function SignatureField({ signer, error }: { signer: Signer; error: string | undefined }) {
  const t = useTexts(signerTexts)
  return (
    <div className="grid gap-2">
      {signer.signature_ind && (
        <img
          src={`/api/certificate/signer/signature?version=${encodeURIComponent(signer.updated_at ?? '')}`}
          alt={t('signature')}
          className="max-h-24 max-w-72 justify-self-start rounded-md border bg-[white] p-2"
        />
      )}
      <Field label={t('signature')} hint={t('signatureHint')} error={error} optional>
        {(inputProps) => <Input {...inputProps} type="file" name="picture" accept="image/png,image/jpeg,image/webp" />}
      </Field>
      {signer.signature_ind && <Checkbox name="remove_signature" value="1" label={t('removeSignature')} />}
    </div>
  )
}

/** The certificate in its current form, printed from the product's template. */
function Preview({ signer }: { signer: Signer }) {
  const t = useTexts(signerTexts)
  const language = useLocale() === 'es-es' ? 2 : 1
  return (
    <Panel title={t('preview')}>
      <img
        src={`/api/certificate/template/2/preview?lk_language_id=${language}`}
        alt={signer.name ? `${t('previewAlt')}: ${signer.name}` : t('previewAlt')}
        width={792}
        height={612}
        className="h-auto w-full rounded-md border"
      />
    </Panel>
  )
}
