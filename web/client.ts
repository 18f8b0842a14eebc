import '@vitejs/plugin-react/preamble'
import { boot } from '#platform/ui/boot.client.ts'

boot(import.meta.glob(['/modules/**/*.island.tsx', '/platform/**/*.island.tsx', '/web/**/*.island.tsx']))
