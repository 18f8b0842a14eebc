import { displayName } from '#modules/identity/account/display-name.shared.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { portraitTexts } from './avatar.texts.ts'

export type PortraitPerson = {
  user_id: number
  first_name: string
  last_name: string
  loginid: string
  profile_pic: string | null
}

/** A person's picture or initials. */
export function Portrait({ person }: { person: PortraitPerson }) {
  const t = useTexts(portraitTexts)
  if (person.profile_pic)
    return (
      <img
        src={person.profile_pic}
        alt={t('picture', { name: displayName(person) })}
        width={80}
        height={80}
        className="size-20 rounded-full object-cover"
      />
    )
  return (
    <span
      role="img"
      aria-label={t('noPicture')}
      className="grid size-20 place-items-center rounded-full bg-accent text-2xl font-bold text-accent-foreground uppercase"
    >
      {person.first_name.charAt(0)}
      {person.last_name.charAt(0)}
    </span>
  )
}
