import { findProviderName } from '#modules/identity/entry.ts'
import { socialProviders } from '#modules/identity/social/provider.ts'
import { storefronts } from '#modules/identity/storefront/storefronts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { destination } from './enter.ts'

export const waysTexts = texts({
  or: ['or', 'o'],
  google: ['Continue with Google', 'Continuar con Google'],
  facebook: ['Continue with Facebook', 'Continuar con Facebook'],
  organization: ['Continue with {name}', 'Continuar con {name}'],
  order: ['Sign in with your order', 'Iniciar sesión con su pedido'],
  linked: ['Connected. You can now use it to sign in.', 'Conectado. Ya puede usarlo para iniciar sesión.'],
})

/** The sign-in methods of this site besides the password. */
export type AvailableMethods = {
  google: boolean
  facebook: boolean
  order: boolean
  /** The name of the organization's own provider. */
  organization: string | null
}

export async function loadSignInMethods(ctx: Ctx): Promise<AvailableMethods> {
  const { google, facebook } = ctx.use(socialProviders)
  const order = ctx.use(storefronts).some(({ organization }) => organization === ctx.organization.code)
  return { google: Boolean(google), facebook: Boolean(facebook), order, organization: await findProviderName(ctx) }
}

type SignInMethodsProps = { ways: AvailableMethods; frame: Frame; query: ViewInput['query'] }

/** Links, so that they work before scripts have loaded; nothing if none is configured. */
export function SignInMethods({ ways, frame, query }: SignInMethodsProps) {
  const t = useTexts(waysTexts)
  const offered = (['organization', 'google', 'facebook', 'order'] as const).filter((name) => ways[name])
  if (offered.length === 0) return null
  const end = { query: { redirect: query.redirect && destination(query) } }
  return (
    <div className="mt-5 grid gap-3">
      <p className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {t('or')}
      </p>
      {offered.map((name) => (
        <LinkButton key={name} href={withCarriedParams(frame, pathTo(`/login/${name}`, end))} variant="outline" wide>
          {(name === 'google' || name === 'facebook') && <Mark name={name} />}
          {t(name, { name: ways.organization ?? '' })}
        </LinkButton>
      ))}
    </div>
  )
}

/** The provider's own logo, as its rules for buttons require. */
function Mark({ name }: { name: 'google' | 'facebook' }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
      {name === 'google' ? <GoogleMark /> : <path fill="#0866ff" d={facebookMark} />}
    </svg>
  )
}

function GoogleMark() {
  return (
    <>
      <path
        fill="#4285f4"
        d="M23.5 12.3c0-.9-.1-1.5-.2-2.2H12v4.1h6.6a5.7 5.7 0 0 1-2.4 3.7v2.7h3.5a11 11 0 0 0 3.8-8.3z"
      />
      <path fill="#34a853" d="M12 24c3.2 0 6-1 7.9-2.9l-3.7-2.9a7.1 7.1 0 0 1-10.7-3.7H1.7v2.8A12 12 0 0 0 12 24z" />
      <path fill="#fbbc05" d="M5.5 14.5a7.2 7.2 0 0 1 0-4.7V6.9H1.7a12 12 0 0 0 0 10.5z" />
      <path fill="#ea4335" d="M12 4.8c1.8 0 3.4.6 4.6 1.8l3.3-3.2A12 12 0 0 0 1.7 6.9l3.8 2.9A7.2 7.2 0 0 1 12 4.8z" />
    </>
  )
}

const facebookMark =
  'M24 12a12 12 0 1 0-13.9 11.9v-8.4H7.1V12h3v-2.6c0-3 1.8-4.7 4.5-4.7 1.3 0 2.7.2 2.7.2v3h-1.5c-1.5 0-2 .9-2 1.9V12h3.4l-.5 3.5h-2.8v8.4A12 12 0 0 0 24 12z'
