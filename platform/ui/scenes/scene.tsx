import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { words } from './scene.texts.ts'
import { sceneMarkup } from './scene-markup.ts'
import type { SceneName } from './scenes.ts'

const widths = {
  /** Beside one or two lines. */
  small: 'w-30 rounded-md',
  /** In an empty list. */
  medium: 'w-full max-w-60 rounded-lg',
  /** Above the words of a page. */
  large: 'w-full max-w-2xl rounded-lg',
  /** Fills its box, cropped at the sides if the box is narrower. */
  fill: 'size-full',
} as const

type SceneProps = {
  name: SceneName
  size?: keyof typeof widths
  /** Text beside it says the same, so screen readers skip it. */
  decorative?: boolean
  className?: string
}

/** A scene in the color of the organization, 16 to 9, for server-rendered pages: an island would load all scenes. */
export function Scene({ name, size = 'medium', decorative = false, className }: SceneProps) {
  const t = useTexts(words)
  return (
    <svg
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      role={decorative ? undefined : 'img'}
      aria-label={decorative ? undefined : t(name)}
      aria-hidden={decorative || undefined}
      className={cn('block', size !== 'fill' && 'aspect-video', widths[size], className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: contains only the product's own shapes
      dangerouslySetInnerHTML={{ __html: sceneMarkup(name) }}
    />
  )
}
