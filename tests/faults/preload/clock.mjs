/**
 * Loaded into a hub before anything else: its clock goes wrong by as many milliseconds as the file of
 * NIGHTJAR_FAULTS_CLOCK says, now and whenever that changes. Timers go on as they would: a jump of the wall clock does
 * not move them either. The file is read each time: a jump must be there for all that is asked after it.
 */
import { readFileSync } from 'node:fs'

const path = process.env['NIGHTJAR_FAULTS_CLOCK'] ?? ''
const rightNow = Date.now

Date.now = () => rightNow() + Number(readFileSync(path, 'utf8'))
