import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { buttonVariants, LinkButton } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icons.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Unseen } from '#platform/ui/parts.tsx'
import { PopoverContent, PopoverMenuItem, PopoverTrigger } from '#platform/ui/popover.tsx'
import { LanguageSwitch, ThemeSwitch } from '#platform/ui/switches.tsx'
import { CarriedFields } from '#platform/web/carried-fields.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import BellIsland from './bell.island.tsx'
import { MiniCartPopover } from './mini-cart.tsx'

const messages = texts({
  home: ['{name}, home', '{name}, inicio'],
  search: ['Search courses', 'Buscar cursos'],
  cart: ['Cart', 'Carrito'],
  cartCount: ['{n} in the cart', '{n} en el carrito'],
  signIn: ['Sign in', 'Iniciar sesión'],
  signOut: ['Sign out', 'Cerrar sesión'],
  account: ['Account', 'Cuenta'],
  dashboard: ['Dashboard', 'Panel'],
  myAccount: ['My Account', 'Mi cuenta'],
  linkAccount: ['Link Account', 'Vincular cuenta'],
  switchOrganization: ['Switch organization', 'Cambiar de organización'],
  copyLink: ['Copy User Link', 'Copiar enlace del usuario'],
  preferences: ['Language and colors', 'Idioma y colores'],
})

/** The organization's logo, or its name. */
export function Brand({ frame, href = '/' }: { frame: Frame; href?: string }) {
  const t = useTexts(messages)
  const { name, logo } = frame.brand
  return (
    <a
      href={withCarriedParams(frame, href)}
      aria-label={t('home', { name })}
      className="flex min-h-11 min-w-0 items-center gap-2.5 max-sm:flex-1 max-sm:basis-0 text-lg font-bold tracking-tight text-foreground no-underline"
    >
      {logo ? (
        <img src={logo} alt="" className="logo h-9 max-w-44" />
      ) : (
        <>
          <Waymark />
          <span className="line-clamp-2 min-w-0 max-sm:text-[1rem] max-sm:leading-5">{name}</span>
        </>
      )}
    </a>
  )
}

/** The organization's logo without a link, on pages that nothing should lead away from. */
export const BrandMark = ({ brand: { logo, name } }: Pick<Frame, 'brand'>) =>
  logo ? <img src={logo} alt={name} className="logo h-8 max-w-32" /> : <Waymark />

/** A signpost: the product's logo for organizations without one. */
function Waymark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
      <rect width="32" height="32" rx="7" className="fill-primary" />
      <path d="M14.5 6h3v20h-3z" className="fill-primary-foreground" />
      <path d="M8 8.5h13l3.5 3-3.5 3H8z" className="fill-primary-foreground" />
      <path d="M24 17H13.5l-3 2.5 3 2.5H24z" className="fill-primary-foreground opacity-80" />
    </svg>
  )
}

/** The catalogue's search field; a plain form. */
export function SearchForm({ carried, className }: { carried: string; className?: string }) {
  const t = useTexts(messages)
  return (
    <search className={className}>
      <form action={pathTo('/courses/search')} className="relative">
        <CarriedFields carried={carried} />
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-muted-foreground"
        />
        <input
          type="search"
          name="course_name"
          aria-label={t('search')}
          placeholder={t('search')}
          className="min-h-11 w-full rounded-full border border-input bg-card pe-4 ps-10 text-[1rem] md:min-h-10"
        />
      </form>
    </search>
  )
}

/** A link to the checkout; with a preview if the cart has items. */
export function CartLink({ frame }: { frame: Frame }) {
  const t = useTexts(messages)
  const { cart } = frame
  const n = cart?.items.length ?? 0
  const look = `relative ${buttonVariants({ variant: 'ghost', size: 'icon' })}`
  const label = n > 0 ? `${t('cart')}, ${t('cartCount', { n })}` : t('cart')
  const sign = <CartSign n={n} />
  if (!cart) {
    return (
      <a href={withCarriedParams(frame, pathTo('/checkout'))} aria-label={label} className={look}>
        {sign}
      </a>
    )
  }
  return (
    <>
      <PopoverTrigger opens="mini-cart" variant="ghost" size="icon" aria-label={label} className="relative">
        {sign}
      </PopoverTrigger>
      <MiniCartPopover cart={cart} frame={frame} />
    </>
  )
}

function CartSign({ n }: { n: number }) {
  return (
    <>
      <Icon name="cart" />
      {n > 0 && (
        <span className="figures absolute -top-0.5 -end-0.5 min-w-5 rounded-full bg-primary px-1 text-center text-xs font-bold text-primary-foreground">
          {n}
        </span>
      )}
    </>
  )
}

/** The counts of waiting items for a signed-in person. */
export function Bell({ frame }: { frame: Frame }) {
  if (!frame.user) return null
  const { total, list } = frame.notifications
  const all = withCarriedParams(frame, pathTo('/notifications'))
  return (
    <BellIsland
      notifications={total}
      list={list.map(({ notification_id, text, href }) => ({
        notification_id,
        text,
        href: href === null ? all : withCarriedParams(frame, href),
      }))}
      all={all}
      tickets={frame.unread_tickets ?? 0}
      support={withCarriedParams(frame, pathTo('/support'))}
    />
  )
}

/** Auditors have one page; the links of students and staff would only lead back to it. */
export const isAuditorFrame = ({ user }: Pick<Frame, 'user'>): boolean => user?.role === 'Auditor'

/** Sign-in, or the account menu. Both contain the language and theme switches. */
export function AccountMenu({ frame }: { frame: Frame }) {
  const t = useTexts(messages)
  const { user } = frame
  return (
    <>
      {!user && (
        <LinkButton href={pathTo('/login', { query: { redirect: frame.path } })} variant="outline" size="sm">
          {t('signIn')}
        </LinkButton>
      )}
      <PopoverTrigger opens="account" variant="ghost" size="icon">
        {user ? <Portrait user={user} /> : <Icon name="globe" />}
        <Unseen>{t(user ? 'account' : 'preferences')}</Unseen>
      </PopoverTrigger>
      <PopoverContent id="account" className="sm:w-72">
        {user && <AccountLinks frame={frame} user={user} />}
        <div className="grid gap-2 p-2">
          <LanguageSwitch locale={frame.locale} path={frame.path} />
          <ThemeSwitch theme={frame.theme} path={frame.path} />
        </div>
      </PopoverContent>
    </>
  )
}

type User = NonNullable<Frame['user']>

function Portrait({ user }: { user: User }) {
  if (user.picture) return <img src={user.picture} alt="" className="size-8 rounded-full object-cover" />
  const initials = user.name.split(/\s+/).map((word) => word.charAt(0))
  return (
    <span className="grid size-8 place-items-center rounded-full bg-accent text-sm font-bold text-accent-foreground uppercase">
      {initials.at(0)}
      {initials.length > 1 && initials.at(-1)}
    </span>
  )
}

function AccountLinks({ frame, user }: { frame: Frame; user: User }) {
  const t = useTexts(messages)
  return (
    <>
      <p className="px-3 pt-2 pb-1 leading-5">
        <strong data-name-of={user.user_id} className="block truncate">
          {user.name}
        </strong>
        <span className="block truncate text-sm text-muted-foreground">{user.email}</span>
      </p>
      <ul className="border-b pb-1.5">
        {!isAuditorFrame(frame) && <OwnPages frame={frame} />}
        <li>
          <form method="post" action={pathTo('/logout')}>
            <input type="hidden" name="redirect" value={frame.path} />
            <button
              type="submit"
              className="flex min-h-11 w-full items-center gap-2.5 rounded-md px-3 py-2 text-start hover:bg-muted md:min-h-9"
            >
              <Icon name="signOut" />
              {t('signOut')}
            </button>
          </form>
        </li>
      </ul>
      <Unseen>{t('preferences')}</Unseen>
    </>
  )
}

function OwnPages({ frame }: { frame: Frame }) {
  const t = useTexts(messages)
  return (
    <>
      <PopoverMenuItem href={withCarriedParams(frame, pathTo('/settings'))}>
        <Icon name="settings" />
        {t('myAccount')}
      </PopoverMenuItem>
      <PopoverMenuItem href={withCarriedParams(frame, pathTo('/dashboard'))}>
        <Icon name="dashboard" />
        {t('dashboard')}
      </PopoverMenuItem>
      <PopoverMenuItem href={withCarriedParams(frame, pathTo('/settings', { query: { tab: 'linked' } }))}>
        <Icon name="students" />
        {t('linkAccount')}
      </PopoverMenuItem>
      <PopoverMenuItem href={withCarriedParams(frame, pathTo('/checkout'))}>
        <Icon name="cart" />
        {t('cart')}
      </PopoverMenuItem>
      <PopoverMenuItem href={withCarriedParams(frame, pathTo('/settings', { hash: 'user-link' }))}>
        <Icon name="link" />
        {t('copyLink')}
      </PopoverMenuItem>
      {frame.has_sites && (
        <PopoverMenuItem href={pathTo('/switch-organization')}>
          <Icon name="organizations" />
          {t('switchOrganization')}
        </PopoverMenuItem>
      )}
    </>
  )
}
