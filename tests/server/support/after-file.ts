import { afterAll } from 'vitest'
import { dropLeftSchemas } from './database'

// A setup file runs anew for each test file, also where a worker keeps its modules.
afterAll(dropLeftSchemas)
