import { Scene } from '#platform/ui/scenes/scene.tsx'
import { courseScenes, type SceneName, scenes } from '#platform/ui/scenes/scenes.ts'
import { GallerySection } from './gallery-section.tsx'

const names = Object.keys(scenes) as SceneName[]
const ofCourses = new Set<SceneName>(courseScenes)

/** Each scene at the sizes of a page and of a list. */
export function SceneSection() {
  return (
    <GallerySection title={`Scenes (${names.length})`}>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {names.map((name) => (
          <li key={name} className="grid gap-2">
            <Scene name={name} size="large" />
            <p className="text-sm">
              {name}
              {ofCourses.has(name) && <span className="text-muted-foreground"> · may stand for a course</span>}
            </p>
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-3">
        {names.map((name) => (
          <li key={name}>
            <Scene name={name} size="small" decorative />
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-3">
        {names.map((name) => (
          <li key={name} className="size-20 overflow-hidden rounded-md">
            <Scene name={name} size="fill" decorative />
          </li>
        ))}
      </ul>
    </GallerySection>
  )
}
