import { silentLog } from '#platform/log.ts'
import { job } from './job.ts'
import { openQueue } from './queue.ts'
import { startWorker } from './worker.ts'

// A worker process for tests: `hang` takes a job and never ends it; `leave` stops immediately and must then exit by
// itself.
const [url, mode] = process.argv.slice(2)
const hang = job({
  name: 'trial.report-completion',
  run: () => {
    process.stdout.write('taken\n')
    return new Promise<void>(() => {})
  },
})
const worker = await startWorker({
  queue: openQueue({ url: url!, log: silentLog }),
  jobs: mode === 'hang' ? [hang] : [{ ...hang, every: '* * * * *', run: async () => {} }],
  makeCtx: () => ({}) as never,
  log: silentLog,
  pollSeconds: 0.5,
})
if (mode === 'leave') await worker.stop()
