import type { Run } from './command.ts'

type Declaration = {
  summary: string
  /** Its arguments and options, one per line. */
  usage: readonly string[]
  /** Loaded only when it runs: most commands need no pages, and run from source. */
  load: () => Promise<Run>
}

/** The commands of `waypost`, in the order of its help. */
export const commands: Readonly<Record<string, Declaration>> = {
  serve: {
    summary: 'serves pages and calls; ROLE chooses web, worker or all',
    usage: ['--prepare      migrate first, and load the demo outside production'],
    load: async () => (await import('./serve.ts')).serve,
  },
  work: {
    summary: 'runs jobs, and responds only to health checks',
    usage: [
      '--once         run what is due now, and end',
      '--only PATTERN run only these jobs (learning.*); may be repeated',
    ],
    load: async () => (await import('./work.ts')).work,
  },
  migrate: {
    summary: 'brings the database to the schema of this release',
    usage: ['--list         print the missing migrations and apply none; ends with 1 if there are any'],
    load: async () => (await import('./migrate.ts')).migrateDatabase,
  },
  check: {
    summary: 'tries every setting: database, files, mail, gateways, hosts, clock',
    usage: ['--json         print JSON'],
    load: async () => (await import('./check.ts')).checkSettings,
  },
  jobs: {
    summary: 'lists jobs and their runs; runs or retries one',
    usage: [
      'list           every job: backlog, age, runs of the last day, their duration',
      'due            jobs that should run now',
      'dead           jobs that failed for good',
      'run NAME       run a scheduled job now, in this process',
      'retry ID|all   queue jobs that failed for good once more',
      '--json         print JSON',
    ],
    load: async () => (await import('./jobs.ts')).runJobs,
  },
  processes: {
    summary: 'lists the processes of this installation: role, version, since when, last sign of life',
    usage: ['--json         print JSON'],
    load: async () => (await import('./processes.ts')).showProcesses,
  },
  dump: {
    summary: 'copies the whole database to a file, and counts it',
    usage: ['FILE           FILE.json beside it holds the counts'],
    load: async () => (await import('./dump.ts')).dump,
  },
  backup: {
    summary: 'copies the whole cluster and the files to BACKUP_TO, encrypted, while it serves',
    usage: [
      '--wal          receive every change until SIGTERM, so that each moment can be restored',
      '--list         print the moments that can be restored',
      '--json         print JSON',
    ],
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'restores a backup into a new cluster, or a dump into an empty database, in quarantine',
    usage: [
      '--into FOLDER  a new cluster from the backups of BACKUP_TO',
      '--at TIME      as of this moment (2026-11-27T16:00:00Z); the last one by default',
      '--cluster ID   of this cluster, as backup --list names it; by default the one with the newest backup',
      '--files        put missing files back into DATA_DIR or the bucket; by default they are only counted',
      'FILE           a dump, into the database of DATABASE_URL',
    ],
    load: async () => (await import('./restore.ts')).restore,
  },
  files: {
    summary: 'compares the stored files with the rows that name them, both ways',
    usage: ['--restore      put missing files back from the backups', '--json         print JSON'],
    load: async () => (await import('./restore.ts')).compareWithRows,
  },
  'take-over': {
    summary: 'prints the installation that the database belongs to',
    usage: ['--yes          make it this installation'],
    load: async () => (await import('./take-over-database.ts')).takeOverDatabase,
  },
  reconcile: {
    summary: 'compares the books with the gateways and with themselves',
    usage: [
      '--days N       how far back, 30 by default',
      '--books        only the books themselves',
      '--json         print JSON',
    ],
    load: async () => (await import('./reconcile.ts')).reconcileBooks,
  },
  verify: {
    summary: 'verifies the chains of the audit log',
    usage: [
      '--seal         seal what waits first',
      '--head H       a known end of a chain, organization:position:hash; may be repeated',
      '--archives F   also verify the files that waypost archive wrote to this folder',
    ],
    load: async () => (await import('./verify.ts')).verifyAudit,
  },
  archive: {
    summary: 'moves old events of the audit log to files that prove themselves',
    usage: [
      '--to FOLDER    where the files are written, on another disk',
      '--before DAY   months that ended before this day; 400 days ago by default, and at most',
      '--remove       also remove the rows of verified files',
    ],
    load: async () => (await import('./archive.ts')).archiveAudit,
  },
  events: {
    summary: 'prints the events of an installation as they happen, with the key of a client',
    usage: [
      'listen         one event per line, as JSON, until SIGINT',
      '--url ADDRESS  the address of the site, http://localhost:3000 by default',
      '--key KEY      the key of a client; WAYPOST_KEY by default',
      '--type TYPE    only this type (course.passed); may be repeated',
      '--oldest       begin with the oldest event; by default with the next one',
      '--once         print the events available now, then exit',
    ],
    load: async () => (await import('./events.ts')).events,
  },
  'rotate-secret': {
    summary: 'reseals with SECRET what FORMER_SECRETS sealed',
    usage: [],
    load: async () => (await import('./rotate-secret.ts')).rotate,
  },
}
