import { chromium } from './chromium.ts';
import { tellStory } from './story.ts';

tellStory('Chromium', chromium);
