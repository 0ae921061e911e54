// Head for the camera and the ring of light, to hang on a lamp arm or a tripod screw.
//
// Print flat side down, without supports, 0.2 mm layers, any material, white if you can: it then
// helps the ring. `openscad -o mount.stl mount.scad` makes the file for the printer. Measure your
// own ring and camera and change the numbers here.

ring_outer = 86;      // outer diameter of the ring, mm (24 pixels: 85 to 92)
ring_inner = 66;      // inner diameter of the ring, mm
ring_depth = 3.5;     // how deep it lies in its seat
camera_holes = [21, 12.5]; // distance of the camera's screw holes (Camera Module 1, 2 and 3)
camera_window = [14, 14];  // opening that the lens looks through
camera_screw = 2.1;   // M2
wall = 2.4;
floor_height = 2.4;
play = 0.5;           // printed holes come out small
tripod_nut = 11.4;    // 1/4 inch nut, across the flats
tripod_screw = 6.6;
arm_block = [26, 26, 24];
tie_slot = [4.5, 2];  // for cable ties round a lamp arm

$fn = 96;

module seat() {
    difference() {
        cylinder(d = ring_outer + 2 * (play + wall), h = floor_height + ring_depth);
        translate([0, 0, floor_height])
            difference() {
                cylinder(d = ring_outer + 2 * play, h = ring_depth + 1);
                cylinder(d = ring_inner - 2 * play, h = ring_depth + 1);
            }
        // The wires of the ring leave here.
        translate([0, ring_outer / 2 - 4, floor_height + ring_depth / 2])
            cube([12, 30, ring_depth + 1], center = true);
    }
}

module camera_cut() {
    translate([0, 2.5, 0]) cube([camera_window[0], camera_window[1], 40], center = true);
    for (x = [-1, 1], y = [0, 1])
        translate([x * camera_holes[0] / 2, y * camera_holes[1] - 2, -1])
            cylinder(d = camera_screw + 0.2, h = 40);
    // The board lies in a pocket on the upper side, its lens reaching through to the ring's level.
    translate([0, 4, -0.01]) cube([27, 27, 2 * 1.2], center = true);
}

// At the rim, beyond what the widest camera sees.
module arm() {
    size = arm_block;
    translate([0, -(ring_outer / 2 + wall + size[1] / 2 - 1), 0])
        difference() {
            translate([-size[0] / 2, -size[1] / 2, 0]) cube(size);
            // Tripod screw from the far side, its nut slid in from above.
            translate([0, 0, size[2] / 2]) rotate([90, 0, 0]) {
                cylinder(d = tripod_screw, h = size[1] + 2, center = true);
                translate([0, 0, 2]) cylinder(d = tripod_nut / cos(30), h = 6, $fn = 6);
            }
            translate([-tripod_nut / 2, -8, size[2] / 2]) cube([tripod_nut, 6, size[2]]);
            for (x = [-1, 1])
                translate([x * (size[0] / 2 - 4) - tie_slot[1] / 2, -size[1], 4])
                    cube([tie_slot[1], 2 * size[1], tie_slot[0]]);
        }
}

difference() {
    union() {
        seat();
        arm();
    }
    camera_cut();
}
