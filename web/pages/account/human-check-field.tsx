import type { HumanCheckSite } from '#modules/identity/sign-in/human-check.ts'
import HumanCheck from '#modules/security/captcha/human-check.island.tsx'
import { texts } from '#platform/texts.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import type { CspSources } from '#platform/web/csp.ts'

const messages = texts({
  script: [
    'A captcha protects this form. Turn on JavaScript to use it.',
    'Un captcha protege este formulario. Active JavaScript para usarlo.',
  ],
})

/** The captcha of a form; nothing if none is configured. */
export function HumanCheckField(props: { site: HumanCheckSite | null; action: string; name: string }) {
  const t = useTexts(messages)
  const { site, action, name } = props
  if (!site) return null
  return (
    <>
      <HumanCheck {...site} action={action} name={name} />
      <noscript>
        <p className="text-sm text-muted-foreground">{t('script')}</p>
      </noscript>
    </>
  )
}

/** The captcha's origins: only pages that use it allow them. */
export function captchaSources(site: HumanCheckSite | null): CspSources {
  if (!site) return {}
  const assetPrefix = `${new URL(site.script).origin}/recaptcha/`
  return {
    script: [assetPrefix, 'https://www.gstatic.com/recaptcha/'],
    frame: [assetPrefix, 'https://recaptcha.google.com/recaptcha/'],
    connect: [assetPrefix],
  }
}
