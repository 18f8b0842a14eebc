import {
  type HomeSectionName,
  homeSections,
  sectionsWithBody,
  sectionsWithoutTitle,
  sectionsWithPicture,
} from '#modules/catalogue/home/home.shared.ts'
import { homeTexts } from '#modules/catalogue/home/home.texts.ts'
import { fetchHome, saveHome } from '#modules/catalogue/home/manage-home.ts'
import { uploadLogo } from '#modules/catalogue/websites/upload-logo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { localize } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { Field, SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { Input } from '#platform/ui/input.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { isScene, sceneChoices } from '#platform/ui/scenes/scene-names.ts'
import { type FormState, field, type SentForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { logoForm } from './logo-input.ts'
import { orgTexts } from './organization.texts.ts'
import { findOrg, type Org, OrgShell, orgAddress } from './organization-shell.tsx'

type Home = Awaited<ReturnType<typeof fetchHome.run>>
type Section = Home['sections'][number]
type PageData = { org: Org; home: Home; address: string }

/** The sections of an organization's home page: visibility, texts in both languages, and picture. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/websites/home',
  title: homeTexts.title,
  may: saveHome.may,
  layout: BackOfficeLayout,
  max_form: logoForm,
  async load({ ctx, params }): Promise<PageData | PageRedirect> {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const home = await fetchHome.run(ctx, { organization_id: org.organization_id })
    return { org, home, address: ctx.use(siteUrlPort)(org.code, '/') }
  },
  async submit({ ctx, params, url, form }) {
    const organization_id = Number(params.id)
    const sections = await Promise.all(homeSections.map((section) => sectionOf(ctx, organization_id, section, form)))
    const { updated_at } = form.values
    const { message = '' } = await saveHome.run(ctx, {
      organization_id,
      sections,
      ...(updated_at && { updated_at }),
    })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, { form }) => <HomeForm loaded={data} form={form} />,
})

async function sectionOf(ctx: Ctx, organization_id: number, section: HomeSectionName, { values, file }: SentForm) {
  const value = (name: string) => values[`${section}_${name}`] ?? ''
  const upload = file(`${section}_file`)
  const logo = upload && { type: upload.type, stream: upload.stream() }
  const picture = logo ? (await uploadLogo.run(ctx, { organization_id, kind: 'picture', logo })).logo : value('picture')
  return {
    section,
    shown_ind: value('shown') === '1',
    title_en: value('title_en'),
    title_es: value('title_es'),
    body_en: value('body_en'),
    body_es: value('body_es'),
    picture,
  }
}

function HomeForm({ loaded: { org, home, address }, form }: { loaded: PageData; form: FormState }) {
  const t = useTexts(homeTexts)
  const site = useTexts(orgTexts)
  return (
    <OrgShell
      org={org}
      tab="websites"
      actions={
        <LinkButton href={address} variant="outline">
          {t('view')}
        </LinkButton>
      }
    >
      <div className="grid max-w-3xl gap-5">
        <div>
          <h2 className="text-lg font-semibold">{t('title')}</h2>
          <p className="text-muted-foreground">{t('lead', { name: org.name })}</p>
        </div>
        <FormAlert message={form.message} />
        <form method="post" encType="multipart/form-data" className="grid gap-5">
          <input type="hidden" name="updated_at" value={home.updated_at ?? ''} />
          {home.sections.map((section) => (
            <SectionFields key={section.section} section={section} form={form} />
          ))}
          <BusySubmit label={site('save')} busyLabel={site('saving')} />
        </form>
        <p>
          <TextLink href={orgAddress(org)} alone>
            {site('back')}
          </TextLink>
        </p>
      </div>
    </OrgShell>
  )
}

function SectionFields({ section: storedSection, form }: { section: Section; form: FormState }) {
  const t = useTexts(homeTexts)
  const { section } = storedSection
  const namedField = (name: string, value: string) => field(form, `${section}_${name}`, value)
  // In a submitted form, an unchecked box is absent.
  const isSubmitted = form.values.updated_at !== undefined
  const isShown = isSubmitted ? form.values[`${section}_shown`] === '1' : storedSection.shown_ind
  return (
    <Panel title={t(section)}>
      <div className="grid gap-4">
        <p className="text-muted-foreground">{t(`${section}Lead`)}</p>
        <Checkbox name={`${section}_shown`} value="1" label={t('shown')} defaultChecked={isShown} />
        <div className="grid gap-4 sm:grid-cols-2">
          {!sectionsWithoutTitle.has(section) && (
            <>
              <TextField
                {...namedField('title_en', storedSection.title_en)}
                label={t('titleEn')}
                maxLength={200}
                optional
              />
              <TextField
                {...namedField('title_es', storedSection.title_es)}
                label={t('titleEs')}
                maxLength={200}
                optional
              />
            </>
          )}
          {sectionsWithBody.has(section) && (
            <>
              <TextareaField
                {...namedField('body_en', storedSection.body_en)}
                label={t('bodyEn')}
                maxLength={4000}
                rows={4}
                optional
              />
              <TextareaField
                {...namedField('body_es', storedSection.body_es)}
                label={t('bodyEs')}
                maxLength={4000}
                rows={4}
                optional
              />
            </>
          )}
        </div>
        {sectionsWithPicture.has(section) && <PictureFields stored={storedSection} form={form} />}
      </div>
    </Panel>
  )
}

function PictureFields({ stored, form }: { stored: Section; form: FormState }) {
  const t = useTexts(homeTexts)
  const locale = useLocale()
  const { section, picture } = stored
  const isUploaded = picture !== '' && !isScene(picture)
  const options = [
    { value: '', label: t('usualPicture') },
    ...(isUploaded ? [{ value: picture, label: t('ownPicture') }] : []),
    ...sceneChoices.map(({ value, label }) => ({ value, label: localize(locale, label) })),
  ]
  return (
    <>
      {isUploaded && (
        <img src={picture} alt={t('ownPicture')} className="max-h-32 justify-self-start rounded-md border" />
      )}
      <SelectField {...field(form, `${section}_picture`, picture)} label={t('picture')} options={options} />
      <Field label={t('upload')} hint={t('uploadHint')} error={form.errors.logo} optional>
        {(inputProps) => (
          <Input {...inputProps} type="file" name={`${section}_file`} accept="image/png,image/jpeg,image/webp" />
        )}
      </Field>
    </>
  )
}
