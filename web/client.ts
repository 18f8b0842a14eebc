import '@vitejs/plugin-react/preamble'
import { boot } from '#platform/ui/boot.client.ts'
import { loadFrom } from '#platform/ui/islands-in-development.ts'

boot(
  import.meta.env.DEV
    ? loadFrom(import.meta.glob(['/modules/**/*.island.tsx', '/platform/**/*.island.tsx', '/web/**/*.island.tsx']))
    : undefined,
)
