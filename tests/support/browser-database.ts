/** Dexie looks for the browser's database once, when it is loaded: whichever file of a process loads it first, there has to be one. */
import 'fake-indexeddb/auto';
