export { type AgencySimulator, openAgencySimulator, startAgencySimulator } from './reporting/agency-simulator.ts'
